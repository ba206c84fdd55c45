// Work on many goods at once: a part of the worker that is loaded when it is needed.

export { actOnJob, beginPlan } from './job.ts'
export { makePlan, planOf, planRows, rejectedOf } from './plan.ts'
export { writeGoods } from './write.ts'
