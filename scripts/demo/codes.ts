import { days } from '../../src/kernel/time.ts';
import { addCode } from '../../src/links/qr/codes.ts';
import { aliasOf, type CodeInput } from '../../src/links/qr/code.ts';
import type { App } from '../../src/platform/app.ts';
import { at } from './at.ts';
import { viewerOf } from './cast.ts';
import type { Cast } from './cast.ts';
import type { FollowedLink } from './follow-links.ts';

/** A demo QR code with its content, its share of the scans, and its age in days. */
interface DemoCode extends CodeInput {
  name: string;
  pull: number;
  age: number;
}

const owner = 'ada';

const codes: readonly DemoCode[] = [
  {
    name: 'Poster in the hall',
    kind: 'link',
    content: { url: 'https://en.wikipedia.org/wiki/Analytical_engine' },
    design: { foreground: '#145040', shape: 'dots', corners: 'rounded' },
    pull: 160,
    age: 26,
  },
  {
    name: 'Bookmark for the fair',
    kind: 'link',
    content: { url: 'https://www.gutenberg.org/ebooks/84' },
    design: { foreground: '#7a1f5c', background: '#fff6e0', shape: 'rounded', corners: 'circle' },
    pull: 90,
    age: 12,
  },
  {
    name: 'Visiting card',
    kind: 'vcard',
    content: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      organization: 'The Reading Room',
      email: 'ada@example.org',
      website: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
    },
    isDynamic: true,
    design: { shape: 'rounded', corners: 'rounded' },
    pull: 45,
    age: 19,
  },
  {
    name: 'Wi-Fi of the reading room',
    kind: 'wifi',
    content: { ssid: 'Reading Room', password: 'turn the page', encryption: 'WPA' },
    design: {},
    pull: 0,
    age: 8,
  },
];

/** Creates the demo's QR codes, each at its creation date. Scans are added like clicks on links. */
export async function addQrCodes(app: App, cast: Cast): Promise<FollowedLink[]> {
  const now = app.clock.now().getTime();
  const created: FollowedLink[] = [];
  for (const { name, pull, age, ...input } of codes) {
    const code = await addCode(at(app, now - days(age)), viewerOf(cast, owner), { ...input, name });
    created.push({ id: code.id, alias: aliasOf(code.code), owner, url: '', title: name, pull, age });
  }
  return created;
}
