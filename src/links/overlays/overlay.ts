import { msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { PageDesign } from '../custom-pages/designs.ts';
import type { PageColors } from '../custom-pages/input.ts';
import type { DesignPicture } from '../custom-pages/pictures.ts';

/** A custom box shown on top of the destination of a link. */
export interface Overlay extends PageDesign<OverlayContent> {
  kind: OverlayKind;
}

export const overlayKinds = ['message', 'contact', 'poll', 'newsletter', 'image', 'coupon'] as const;
export type OverlayKind = (typeof overlayKinds)[number];

export const overlayCorners = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
type Corner = (typeof overlayCorners)[number];

export const cornerNames = {
  'top-left': msg('Top left'),
  'top-center': msg('Top center'),
  'top-right': msg('Top right'),
  'bottom-left': msg('Bottom left'),
  'bottom-center': msg('Bottom center'),
  'bottom-right': msg('Bottom right'),
} as const satisfies Record<Corner, unknown>;

/** Content of the overlay. Fields that its kind does not use are blank. */
export interface OverlayContent {
  corner: Corner;
  /** Whether visitors can close it. */
  isDismissible: boolean;
  colors: PageColors | null;
  title: string;
  text: string;
  button: string;
  /** Destination of the button or picture. */
  address: string | null;
  picture: DesignPicture | null;
  /** Alt text of the picture. */
  pictureText: string;
  code: string;
  choices: readonly string[];
  /** Whether voters see the results. */
  showsResults: boolean;
  /** Text that visitors must consent to when sending their email address. Blank: none. */
  consent: string;
  thanks: string;
  /** Whether each response is emailed to the owner. */
  mails: boolean;
  /** Number of days after which responses are deleted automatically. 0: never. */
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
  /** Purpose of this kind, in one sentence. */
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

const examples: Readonly<Record<OverlayKind, Partial<OverlayContent>>> = {
  message: { title: 'Your title', text: 'A short description of your offer.' },
  contact: { title: 'Write to us', text: 'We answer within a day.' },
  poll: { title: 'Your question?', choices: ['One thing', 'The other'] },
  newsletter: { title: 'Newsletter', consent: 'I want to get the newsletter.' },
  image: { pictureText: 'Your picture' },
  coupon: { title: 'A gift for you', code: 'SPRING26' },
};

/** Example content for the preview of an empty form. */
export const overlayExample = (kind: OverlayKind): OverlayContent => ({ ...emptyOverlay, ...examples[kind] });
