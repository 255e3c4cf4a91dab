import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { BlockContent } from './block.ts';
import type { BioDesign } from './design.ts';

interface Template {
  name: string;
  hint: string;
  design: BioDesign;
  blocks: readonly BlockContent[];
}

const heading = (text: string): BlockContent => ({ kind: 'heading', content: { text } });
const text = (text: string): BlockContent => ({ kind: 'text', content: { text } });
const divider: BlockContent = { kind: 'divider', content: {} };

const newsletter = (): BlockContent => ({
  kind: 'form',
  content: {
    purpose: 'newsletter',
    title: t('Newsletter'),
    note: t('One email when there is something new.'),
    button: t('Subscribe'),
    thanks: t('Thank you for subscribing.'),
  },
});

const contact = (): BlockContent => ({
  kind: 'form',
  content: {
    purpose: 'contact',
    title: t('Contact'),
    note: t('Write to us, and we reply by email.'),
    button: t('Send'),
    thanks: t('Thank you for your message.'),
  },
});

/** What a new page starts with, in the language of its owner. The texts are meant to be changed. */
export const templates = (): Readonly<Record<string, Template>> => ({
  blank: { name: t('Empty page'), hint: t('Start from nothing.'), design: { theme: 'paper' }, blocks: [] },
  creator: {
    name: t('Creator'),
    hint: t('An introduction, the latest work and a newsletter.'),
    design: { theme: 'meadow' },
    blocks: [
      text(t('Say in a sentence what you make, and for whom.')),
      heading(t('Latest')),
      text(t('Add your newest video, article or album below this heading.')),
      newsletter(),
    ],
  },
  business: {
    name: t('Business'),
    hint: t('What you offer, opening hours and a contact form.'),
    design: { theme: 'ink' },
    blocks: [
      text(t('Say in a sentence what you offer.')),
      heading(t('Opening hours')),
      text(t('Monday to Friday, 9:00 to 17:00')),
      divider,
      contact(),
    ],
  },
  event: {
    name: t('Event'),
    hint: t('When, where and how to sign up.'),
    design: { theme: 'dusk' },
    blocks: [
      heading(t('When')),
      text(t('Date and time')),
      heading(t('Where')),
      text(t('Address')),
      divider,
      newsletter(),
    ],
  },
});

/** Returns the template of a new page. Blank: an empty page. */
export function parseTemplate(typed = ''): Template {
  const all = templates();
  const name = typed.trim() === '' ? 'blank' : typed.trim();
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (!found) throw invalid('template', msg('Choose one of {modes}', { modes: Object.keys(all).join(', ') }));
  return found;
}
