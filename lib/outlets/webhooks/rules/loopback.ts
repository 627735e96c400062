// Knows whether webhooks may be sent to this machine, which only a local stage allows.

let isAllowed = false;

export function allowLoopback(allowed = true): void {
  isAllowed = allowed;
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

export function isAllowedLoopbackUrl(text: string): boolean {
  const url = isAllowed ? URL.parse(text) : null;
  return url?.protocol === 'http:' && url.username === '' && loopbackHosts.includes(url.hostname);
}
