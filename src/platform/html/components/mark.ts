import { html, trusted, type Html } from '../html.ts';

// One pen draws all letters: a line four wide with round ends, bowls that are squares with round corners. A `p` is an
// open square with someone in the middle of it; an `h` is a hop that lands on a dot.
const letters = {
  plaza:
    'M4 36V18a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6H4M29 4v24' +
    'M54 28V18a6 6 0 0 0-6-6h-4a6 6 0 0 0-6 6v4a6 6 0 0 0 6 6h10' +
    'M63 12h13L63 28h13M101 28V18a6 6 0 0 0-6-6h-4a6 6 0 0 0-6 6v4a6 6 0 0 0 6 6h10',
  hop:
    'M4 4v24M4 20a8 8 0 0 1 16 0' +
    'M35 12h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6v-4a6 6 0 0 1 6-6z' +
    'M54 36V18a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6H54',
} as const;
const dots = { plaza: { x: 12, y: 20 }, hop: { x: 20, y: 27.5 } } as const;
const widths = { plaza: 105, hop: 74 } as const;
const names = { plaza: 'Plaza', hop: 'Hop' } as const;

export type Service = keyof typeof letters;

/** The service's name as it is drawn. */
export function wordMark(service: Service): Html {
  const { x, y } = dots[service];
  return html`<svg
    class="word-mark"
    width="${widths[service]}"
    height="40"
    viewBox="0 0 ${widths[service]} 40"
    role="img"
    aria-label="${names[service]}"
  >
    <path d="${letters[service]}" />
    <circle cx="${x}" cy="${y}" r="3.3" />
  </svg>`;
}

const tiles = {
  plaza: {
    ground: '#2b47c4',
    letter: 'M10 27V12a4.5 4.5 0 0 1 4.5-4.5h3A4.5 4.5 0 0 1 22 12v3a4.5 4.5 0 0 1-4.5 4.5H10',
    x: 16,
    y: 13.5,
  },
  hop: { ground: '#0b6b45', letter: 'M10 6v19M10 18.5a6 6 0 0 1 12 0', x: 22, y: 24.2 },
} as const;

/** The service's sign: its first letter on a tile. */
export function sign(service: Service): Html {
  return trusted(
    tile(service).replace('<svg ', `<svg class="sign" width="32" height="32" aria-hidden="true" `),
  );
}

/** The sign as a file of its own: the icon in a browser's tab. */
export function tile(service: Service): string {
  const { ground, letter, x, y } = tiles[service];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="8" fill="${ground}"/>`,
    `<path d="${letter}" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<circle cx="${x}" cy="${y}" r="2.4" fill="#ffbf47"/>`,
    '</svg>',
  ].join('');
}
