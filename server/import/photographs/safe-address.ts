import { BlockList, isIP } from 'node:net'

// Where a photograph is fetched from is said by whoever wrote a catalogue: it may name this machine, its network, or a
// cloud's own services. Only addresses of the public internet are spoken to.

const refused = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and what clouds tell their machines
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4],
] as const)
  refused.addSubnet(net, bits, 'ipv4')

/** Of IPv6 only what is given out to the public, without what holds an IPv4 address or is for documents. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
const refusedV6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23], // Teredo, benchmarks, ORCHID
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['3fff::', 20],
] as const)
  refusedV6.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is of the public internet. An IPv4 address within an IPv6 one (mapped, NAT64) never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return publicV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6')
}
