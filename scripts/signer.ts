import { openSecrets } from '#server/signer/ask-secret.ts'
import { checkSigner, initSigner, newLog, runSigner, showKeys, SIGNER_USAGE } from '#server/signer/command.ts'
import { signerPlace } from '#server/signer/place.ts'

// `npm run signer -- init|run|keys|check|new-log`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const fail = (error: unknown): never => {
  console.error(messageOf(error))
  process.exit(1)
}

async function run(command: string | undefined): Promise<void> {
  if (!['init', 'run', 'keys', 'check', 'new-log'].includes(command ?? '')) {
    console.error(SIGNER_USAGE)
    process.exitCode = 2
    return
  }
  const place = signerPlace(process.env)
  const secrets = openSecrets()
  try {
    if (command === 'init') console.log(await initSigner(place, secrets))
    else if (command === 'new-log') console.log(await newLog(place))
    else if (command === 'keys') console.log(await showKeys(place, secrets))
    else if (command === 'check') console.log(await checkSigner(place, secrets, Date.now()))
    else {
      const stop = await runSigner(place, secrets, fail)
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void stop().then(() => process.exit(0), fail))
      console.log(`The signer listens on ${place.socket}\nTo stop it: Ctrl-C`)
    }
  } finally {
    secrets.close()
  }
}

run(process.argv[2]).catch(fail)
