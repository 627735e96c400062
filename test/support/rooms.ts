// Derives the room and the domain of a file from its path (docs/decisions/0041): `lib/<group>/<domain>/<room>`.

/** Domain rooms without I/O. Any domain may import them. */
export const pureDomainRooms = ['schema', 'rules', 'present', 'writes', 'routes'] as const;

/** Rooms of a domain folder. Each is a file or a folder. */
export const domainRooms = [...pureDomainRooms, 'items', 'store', 'link'] as const;

const technicalFolders = [
  ...[
    'shared',
    'aws',
    'contract',
    'api',
    'http',
    'assistant',
    'pages',
    'streams',
    'table',
    'catalog',
    'adapters',
  ],
];

export interface Place {
  readonly room: string;
  /** Undefined outside of the domains. */
  readonly domain: string | undefined;
}

/** `lib/money/payouts/store/step.ts` is in the room `store` of the domain `payouts`. */
export function placeOf(path: string): Place {
  const [top = '', ...parts] = path.split('/');
  const [folder = '', third = ''] = top === 'lib' ? parts.slice(1) : parts;
  const room = third.replace(/\.ts$/, '');
  if (top === 'functions') {
    const isBackground = ['queues', 'streams', 'schedules'].includes(folder);
    return { room: isBackground ? 'background functions' : 'functions', domain: undefined };
  }
  if (top === 'infra') {
    const isNamed = ['local', 'operator', 'before-handler'].includes(folder.replace(/\.ts$/, ''));
    return { room: isNamed ? `infra/${folder.replace(/\.ts$/, '')}` : 'infra', domain: undefined };
  }
  if (top !== 'lib') return { room: top, domain: undefined };
  // The client is published alone, so it imports nothing else of lib.
  if (parts[0] === 'client') return { room: 'client', domain: undefined };
  if (parts[0] === 'pages') return { room: 'pages of people', domain: undefined };
  if (folder === 'table' && (room === 'keys' || room === 'writes')) {
    return { room: `table/${room}`, domain: undefined };
  }
  return technicalFolders.includes(folder) ? { room: folder, domain: undefined } : { room, domain: folder };
}
