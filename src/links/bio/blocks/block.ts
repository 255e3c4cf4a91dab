import { t } from '../../../kernel/translation/translate.ts';
import type { Network } from './networks.ts';

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
  network: Network;
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
export type Block = { [K in BlockKind]: BlockOf<K> }[BlockKind];
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

export const kindNames = (): Readonly<Record<BlockKind, string>> => ({
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
      return block.content.title || kindNames()[block.kind];
    case 'heading':
      return block.content.text;
    case 'text':
      // Strips the markup.
      return block.content.text.replace(/\]\([^)\]\s]*\)|[*[]/g, '');
    case 'image':
      return block.content.alt || kindNames().image;
    case 'social':
      return block.content.accounts.map(({ network }) => network).join(', ');
    case 'featured':
    case 'divider':
      return kindNames()[block.kind];
  }
}
