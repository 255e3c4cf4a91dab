import { emptyOverlay, type OverlayContent, type OverlayKind } from './overlay.ts';

const examples: Readonly<Record<OverlayKind, Partial<OverlayContent>>> = {
  message: { title: 'Your title', text: 'A short description of your offer.' },
  contact: { title: 'Write to us', text: 'We answer within a day.' },
  poll: { title: 'Your question?', choices: ['One thing', 'The other'] },
  newsletter: { title: 'Newsletter', consent: 'I want to get the newsletter.' },
  image: { pictureText: 'Your picture' },
  coupon: { title: 'A gift for you', code: 'SPRING26' },
};

/** Example content for the preview of an empty form. */
export const exampleOf = (kind: OverlayKind): OverlayContent => ({ ...emptyOverlay, ...examples[kind] });
