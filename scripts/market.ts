import { marketCommand } from '#server/operator/command.ts'

// `npm run market -- ship|refund|orders|price|stock|area|rate …`
const { code, text } = await marketCommand(process.argv.slice(2), process.env)
if (code === 0) console.log(text)
else console.error(text)
process.exitCode = code
