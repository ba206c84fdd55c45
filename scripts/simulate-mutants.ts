import { existsSync, readFileSync } from 'node:fs'
import { seededRandom } from '#server/seed/random.ts'
import { canBeGiven, tryMutants } from '../tests/simulation/try-mutants.ts'
import { isDetected, mutantKey, type Mutant } from './mutation/report.ts'
import { mutationRooms, type RoomName } from './mutation/rooms.ts'

// `npm run simulate:mutants -- [how many] [room …] [--seed N] [--histories N]`: takes mutants at random of those that
// tests have killed (`npm run mutation` leaves them in .cache/mutation), and gives each to the simulation alone. What
// it misses shows what the histories do not draw yet.

const USAGE = 'Usage: npm run simulate:mutants -- [how many] [room …] [--seed N] [--histories N]'

const isRoom = (name: string): name is RoomName => name in mutationRooms
const options = { count: 40, seed: 1, histories: 200, rooms: [] as RoomName[] }
const args = process.argv.slice(2)
for (let i = 0; i < args.length; i++) {
  const arg = args[i]!
  if (/^\d+$/.test(arg)) options.count = Number(arg)
  else if (isRoom(arg)) options.rooms.push(arg)
  else if ((arg === '--seed' || arg === '--histories') && /^\d+$/.test(args[i + 1] ?? '')) {
    options[arg === '--seed' ? 'seed' : 'histories'] = Number(args[++i])
  } else throw new Error(`${arg} is not understood. ${USAGE}`)
}

const rooms = options.rooms.length > 0 ? options.rooms : (Object.keys(mutationRooms) as RoomName[])
const reports = rooms.map((room) => ({ room, file: new URL(`../.cache/mutation/${room}.json`, import.meta.url) }))
const judged = reports.filter(({ file }) => existsSync(file))
if (judged.length === 0) throw new Error('no room has been judged yet: npm run mutation')
const killed = judged
  .flatMap(({ file }) => JSON.parse(readFileSync(file, 'utf8')) as Mutant[])
  .filter(isDetected)
  .sort((a, b) => (mutantKey(a) < mutantKey(b) ? -1 : 1))
const random = seededRandom(options.seed)
const drawn: Mutant[] = []
while (drawn.length < options.count && killed.length > 0) {
  const [mutant] = killed.splice(random.whole(0, killed.length - 1), 1)
  if (canBeGiven(mutant!)) drawn.push(mutant!)
}
console.log(`${drawn.length} mutants of ${judged.map(({ room }) => room).join(', ')}, seed ${options.seed}`)
await tryMutants(drawn, options.seed, options.histories)
process.exit(0)
