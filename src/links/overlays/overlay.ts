import { t } from '../../kernel/translation/translate.ts';
import type { OwnColors } from '../custom-pages/colors.ts';
import type { OwnPicture } from '../custom-pages/pictures.ts';

/** A box of an owner's own over the page that a link leads to. */
export interface Overlay {
  /** Digits. */
  id: string;
  kind: OverlayKind;
  /** For its owner alone. */
  name: string;
  content: OverlayContent;
  createdAt: Date;
}

export const overlayKinds = ['message', 'contact', 'poll', 'newsletter', 'image', 'coupon'] as const;
export type OverlayKind = (typeof overlayKinds)[number];

export const corners = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
export type Corner = (typeof corners)[number];

/** What is in the box. What a kind does not use is blank. */
export interface OverlayContent {
  corner: Corner;
  /** Visitors may close it. */
  isDismissible: boolean;
  colors: OwnColors | null;
  title: string;
  text: string;
  button: string;
  /** Where the button, or the picture, leads. */
  address: string | null;
  picture: OwnPicture | null;
  /** Alt text, in words. */
  pictureText: string;
  code: string;
  choices: readonly string[];
  /** Voters see the results. */
  showsResults: boolean;
  /** Consent text when they send their address; blank: nothing to agree to. */
  consent: string;
  thanks: string;
  /** Whether each answer is mailed to the owner. */
  mails: boolean;
  /** After so many days answers are deleted by themselves; 0: never. */
  retentionDays: number;
}

export const emptyOverlay: OverlayContent = {
  corner: 'bottom-right',
  isDismissible: true,
  colors: null,
  title: '',
  text: '',
  button: '',
  address: null,
  picture: null,
  pictureText: '',
  code: '',
  choices: [],
  showsResults: true,
  consent: '',
  thanks: '',
  mails: false,
  retentionDays: 365,
};

type Part = 'title' | 'text' | 'link' | 'picture' | 'code' | 'choices' | 'consent' | 'answers' | 'mails';

interface KindOfOverlay {
  label: string;
  /** What it is for, in a sentence. */
  about: string;
  has: readonly Part[];
}

export const kinds = (): Readonly<Record<OverlayKind, KindOfOverlay>> => ({
  message: {
    label: t('Message'),
    about: t('Text and a button.'),
    has: ['title', 'text', 'link'],
  },
  contact: {
    label: t('Contact form'),
    about: t('Visitors send you messages without leaving the page.'),
    has: ['title', 'text', 'consent', 'answers', 'mails'],
  },
  poll: {
    label: t('Poll'),
    about: t('One question, up to ten choices, results as bars.'),
    has: ['title', 'text', 'choices', 'answers'],
  },
  newsletter: {
    label: t('Newsletter'),
    about: t('Collects email addresses of people who opt in.'),
    has: ['title', 'text', 'consent', 'answers'],
  },
  image: {
    label: t('Image'),
    about: t('An image that links to your page.'),
    has: ['picture'],
  },
  coupon: {
    label: t('Coupon'),
    about: t('A code to copy, with a link.'),
    has: ['title', 'text', 'code', 'link'],
  },
});

export const hasPart = (kind: OverlayKind, part: Part): boolean => kinds()[kind].has.includes(part);
