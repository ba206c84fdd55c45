import { useSearchParams } from 'wouter'

/** Which part of a list the address shows (`?show=`), and how another one is shown: without a further step back. */
export function useShown<T extends string>(all: readonly T[], otherwise: T): [shown: T, show: (one: T) => void] {
  const [params, setParams] = useSearchParams()
  const show = (one: T): void =>
    setParams(
      (old) => {
        const query = new URLSearchParams(old)
        query.set('show', one)
        return query
      },
      { replace: true },
    )
  return [all.find((one) => one === params.get('show')) ?? otherwise, show]
}
