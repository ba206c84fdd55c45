import { catalogueCommand } from '#server/import/command.ts'

// `npm run catalogue -- import FILE`: npm runs it in the project's folder, the paths are meant from where the person
// stands.
const { stdout, env } = process
process.exitCode = await catalogueCommand(process.argv.slice(2), {
  env,
  folder: env.INIT_CWD ?? process.cwd(),
  now: () => performance.now(),
  screen: {
    isTTY: stdout.isTTY === true,
    columns: stdout.columns ?? 80,
    write: (text) => {
      stdout.write(text)
    },
  },
})
