import { t } from '../../../kernel/translation/translate.ts';
import type { Network } from './networks.ts';

/** What each kind of block holds. Pictures are paths in the file store. */
export interface BlockContents {
  link: { title: string; url: string; note: string; picture: string | null; highlight: boolean };
  heading: { text: string };
  /** In the light markup that `richText` reads. */
  text: { text: string };
  image: { picture: string; width: number; height: number; alt: string; url: string };
  video: { url: string; title: string; picture: string | null };
  social: { accounts: readonly SocialAccount[] };
  form: { purpose: FormPurpose; title: string; note: string; button: string; thanks: string };
  divider: Record<string, never>;
  /** A short link or a QR code of the owner's. */
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
  /** From when and until when visitors see it. */
  startsAt: Date | null;
  endsAt: Date | null;
  isHidden: boolean;
}

export type BlockOf<K extends BlockKind> = Placed & { kind: K; content: BlockContents[K] };
export type Block = { [K in BlockKind]: BlockOf<K> }[BlockKind];
export type BlockContent = { [K in BlockKind]: { kind: K; content: BlockContents[K] } }[BlockKind];

/** Whether visitors see a block at a moment. */
export const isShown = ({ isHidden, startsAt, endsAt }: Placed, now: Date): boolean =>
  !isHidden && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now);

/** When what is shown of these blocks changes next by itself. */
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

/** What a block is called where there is little room. */
export function blockTitle(block: BlockContent): string {
  switch (block.kind) {
    case 'link':
    case 'video':
    case 'form':
      return block.content.title || kindNames()[block.kind];
    case 'heading':
      return block.content.text;
    case 'text':
      // Without its marks.
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
