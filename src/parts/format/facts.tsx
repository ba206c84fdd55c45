/** Names and their values, laid out by the `<dl>`'s class. */
export function Facts({
  facts,
  className,
}: {
  facts: readonly (readonly [name: string, value: string])[]
  className: string | undefined
}) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
