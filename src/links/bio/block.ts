import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { shortAddress, shortName } from '../link/link.ts';
import { type Bio, getBio, selectBlocks, toBlock } from './bio.ts';

/** Social networks and their icons, as stroke paths on a 24×24 grid. */
export const socialNetworks = {
  instagram: { name: 'Instagram', path: 'M7 2.5h10A4.5 4.5 0 0 1 21.5 7v10a4.5 4.5 0 0 1-4.5 4.5H7A4.5 4.5 0 0 1 2.5 17V7A4.5 4.5 0 0 1 7 2.5zM16 11.4a4 4 0 1 1-7.9 1.2 4 4 0 0 1 7.9-1.2zM17.5 6.5h.01' },
  x: { name: 'X', path: 'M4 4l16 16h-4L4 4zm16 0-6.6 7.2M4 20l6.7-7.3' },
  tiktok: { name: 'TikTok', path: 'M9.5 11.5a4.5 4.5 0 1 0 4.5 4.5V3c.4 2.9 2.4 4.8 5.5 5' },
  youtube: { name: 'YouTube', path: 'M2.5 17a24 24 0 0 1 0-10 2 2 0 0 1 1.4-1.4 50 50 0 0 1 16.2 0A2 2 0 0 1 21.5 7a24 24 0 0 1 0 10 2 2 0 0 1-1.4 1.4 50 50 0 0 1-16.2 0A2 2 0 0 1 2.5 17zM10 15l5-3-5-3z' },
  facebook: { name: 'Facebook', path: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z' },
  linkedin: { name: 'LinkedIn', path: 'M16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6zM2 9h4v12H2zM6 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0z' },
  github: { name: 'GitHub', path: 'M15 22v-4a4.8 4.8 0 0 0-1-3.5c3 0 6-2 6-5.5.1-1.3-.3-2.5-1-3.5.3-1.1.3-2.4 0-3.5 0 0-1 0-3 1.5-2.6-.5-5.4-.5-8 0C6 2 5 2 5 2c-.3 1.1-.3 2.4 0 3.5A5.4 5.4 0 0 0 4 9c0 3.5 3 5.5 6 5.5a4.8 4.8 0 0 0-1 3.5v4M9 18c-4.5 2-5-2-7-2' },
  mastodon: { name: 'Mastodon', path: 'M20.5 9c0-5-3-6-5-6.3a40 40 0 0 0-7 0C6.5 3 3.5 4 3.5 9v3.500c0 6 2.5 8.5 6.5 9 2 .2 4-.2 5.5-.9V18.500c-3.5.8-7.5.8-7.5-2.5 5 1.2 11 .5 12.1-3.5.3-1 .4-2.5.4-3.500zM8 13V9c0-3 4-3 4 0v2.500M12 11.500V9c0-3 4-3 4 0v4' },
  bluesky: { name: 'Bluesky', path: 'M12 11C10.5 7.5 7 4.5 5 3.500c-2-.9-2.5.5-2.5 2 0 1.5.7 5.5 1.2 6.5.9 1.7 3 2 5 1.7-3 .5-5.5 1.6-2.2 5.3 3 3 4.5-.5 5.5-3 1 2.5 2.5 6 5.5 3 3.3-3.7.8-4.8-2.2-5.3 2 .3 4.1 0 5-1.7.5-1 1.2-5 1.2-6.5 0-1.5-.5-2.9-2.5-2-2 1-5.5 4-7 7.500z' },
  threads: { name: 'Threads', path: 'M18.5 8C17.5 4.5 15 3 12 3 7 3 4.5 6.5 4.5 12S7 21 12 21c4 0 6.5-2 6.5-5 0-3.5-3.5-4.5-6-4.500s-4 1-4 2.800c0 1.5 1.3 2.7 3.2 2.7 2.6 0 3.8-2 3.8-4.5 0-3-1.3-4.5-3.5-4.5-1.3 0-2.3.5-3 1.5' },
  spotify: { name: 'Spotify', path: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM6.5 9.200c3.8-1 7.8-.7 11 1.100M7.3 12.700c3-.8 6.2-.4 8.9 1M8 16c2.3-.6 4.7-.3 6.8.8' },
  twitch: { name: 'Twitch', path: 'M21 2H3v16h5v4l4-4h5l4-4zM11 11V7M16 11V7' },
  discord: { name: 'Discord', path: 'M8.5 5.5 8 4.500c-1.6.3-3 .8-4 1.5-2 3.5-2.5 7-2.3 11C3 18.5 4.7 19.3 6.5 19.800l1.2-2c2.8.9 5.8.9 8.6 0l1.2 2c1.8-.5 3.5-1.3 4.8-2.8.2-4-.3-7.5-2.3-11-1-.7-2.4-1.2-4-1.500l-.5 1c-2.3-.5-4.7-.5-7 0zM9 14a1.5 1.7 0 1 1 0-3.400A1.5 1.7 0 0 1 9 14zM15 14a1.5 1.7 0 1 1 0-3.4 1.5 1.7 0 0 1 0 3.400z' },
  whatsapp: { name: 'WhatsApp', path: 'M3 21l1.5-4.500A9 9 0 1 1 8 19.700zM9 8.500c0 3.5 3 6.5 6.5 6.500l.5-2-2-1-1 1c-1-.5-2-1.5-2.5-2.500l1-1-1-2z' },
  telegram: { name: 'Telegram', path: 'M21.5 3.5 2.5 11l6 2.200M21.5 3.5 18 20.500l-9.5-7.300M21.5 3.5 8.5 13.200V19l3-3.6' },
  pinterest: { name: 'Pinterest', path: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM9.5 21l3-11.500M8.8 13.500C7 10.5 9 7 12.5 7s5 2.5 4 5.5-4.5 4-5.6 1.7' },
  email: { name: 'Email', path: 'M4 4.500h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2zM22 7l-9 5.700a2 2 0 0 1-2 0L2 7' },
  phone: { name: 'Phone', path: 'M13.8 16.600a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.600l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4' },
  website: { name: 'Website', path: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20' },
} as const satisfies Record<string, { name: string; path: string }>; // prettier-ignore

export type SocialNetwork = keyof typeof socialNetworks;
export const networkKeys = Object.keys(socialNetworks) as SocialNetwork[];

/** The content of each block kind. Pictures are paths in the file store. */
export interface BlockContents {
  link: { title: string; url: string; note: string; picture: string | null; highlight: boolean };
  heading: { text: string };
  /** Markup in the format of `richText`. */
  text: { text: string };
  image: { picture: string; width: number; height: number; alt: string; url: string };
  video: { url: string; title: string; picture: string | null };
  social: { accounts: readonly SocialAccount[] };
  form: { purpose: FormPurpose; title: string; note: string; button: string; thanks: string };
  divider: Record<string, never>;
  /** The id of one of the owner's short links or QR codes. */
  featured: { linkId: string };
}

export interface SocialAccount {
  network: SocialNetwork;
  /** http(s), `mailto:` or `tel:`. */
  url: string;
}

export const formPurposes = ['newsletter', 'contact'] as const;
type FormPurpose = (typeof formPurposes)[number];

export const blockKinds = [
  'link', 'heading', 'text', 'image', 'video', 'social', 'form', 'featured', 'divider',
] as const satisfies (keyof BlockContents)[]; // prettier-ignore
export type BlockKind = (typeof blockKinds)[number];

interface Placed {
  /** Digits. */
  id: string;
  /** The time range in which visitors see the block. */
  startsAt: Date | null;
  endsAt: Date | null;
  isHidden: boolean;
}

export type BlockOf<K extends BlockKind> = Placed & { kind: K; content: BlockContents[K] };
export type BioBlock = { [K in BlockKind]: BlockOf<K> }[BlockKind];
export type BlockContent = { [K in BlockKind]: { kind: K; content: BlockContents[K] } }[BlockKind];

/** Whether visitors see the block at `now`. */
export const isShown = ({ isHidden, startsAt, endsAt }: Placed, now: Date): boolean =>
  !isHidden && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now);

/** Returns when the visibility of any of these blocks changes next according to their schedules. */
export function nextChange(blocks: readonly Placed[], now: Date): Date | null {
  const ahead = blocks
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((at): at is Date => at !== null && at > now);
  return ahead.length === 0 ? null : new Date(Math.min(...ahead.map((at) => at.getTime())));
}

export const blockKindNames = (): Readonly<Record<BlockKind, string>> => ({
  link: t('Link'),
  heading: t('Heading'),
  text: t('Text'),
  image: t('Picture'),
  video: t('Video'),
  social: t('Social icons'),
  form: t('Form'),
  featured: t('Short link'),
  divider: t('Divider'),
});

/** Returns a short title for a block. */
export function blockTitle(block: BlockContent): string {
  switch (block.kind) {
    case 'link':
    case 'video':
    case 'form':
      return block.content.title || blockKindNames()[block.kind];
    case 'heading':
      return block.content.text;
    case 'text':
      // Strips the markup.
      return block.content.text.replace(/\]\([^)\]\s]*\)|[*[]/g, '');
    case 'image':
      return block.content.alt || blockKindNames().image;
    case 'social':
      return block.content.accounts.map(({ network }) => network).join(', ');
    case 'featured':
    case 'divider':
      return blockKindNames()[block.kind];
  }
}

/** Returns the blocks of a page in order, including hidden ones. The caller must check ownership. */
export async function listBlocks(app: Pick<App, 'db'>, bioId: string): Promise<BioBlock[]> {
  const rows = await selectBlocks(app, bioId).execute();
  return rows.map(toBlock);
}

/** Returns a block, or undefined if the page has no block with this id. */
export async function findBlock(
  app: Pick<App, 'db'>,
  bioId: string,
  blockId: string,
): Promise<BioBlock | undefined> {
  const row = await selectBlocks(app, bioId).where('id', '=', blockId).executeTakeFirst();
  return row && toBlock(row);
}

/** State shared by all builder pages of a bio page. */
export interface BioBuilderState {
  bio: Bio;
  /** The public address, and the same address without the scheme for display. */
  address: string;
  name: string;
}

export async function builderState(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<BioBuilderState> {
  const bio = await getBio(app, viewer, String(id));
  return { bio, address: shortAddress(app.config, bio), name: shortName(app.config, bio) };
}
