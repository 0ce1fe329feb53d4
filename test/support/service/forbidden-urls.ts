/** URLs whose host is an address that is not public, in every notation, or that have no valid destination. */
export const FORBIDDEN_URLS: readonly string[] = [
  // Notations of a loopback address.
  'http://127.0.0.1:8080/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0177.0.0.01/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  // Other addresses.
  'http://0/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.257/',
  'http://[fd00:ec2::254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  // Ports of other services, other schemes, credentials.
  'http://8.8.8.8:22/',
  'http://example.com:1023/',
  'https://example.com:0/',
  'http://example.com:99999/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://user:secret@example.com/',
  'http://user@example.com/',
  'http:///',
  'not a url',
];
