/** The worker died; the call may or may not have had its effect. */
export class WorkerDied extends Error {}
