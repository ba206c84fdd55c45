import { marketCommand } from '#server/operator/commands/command.ts'

// `npm run market -- ship|refund|orders|price|stock|message|answer|area|rate|unpaid|operator|bounds …`
const { exit, text } = await marketCommand(process.argv.slice(2), process.env)
if (exit === 0) console.log(text)
else console.error(text)
process.exitCode = exit
