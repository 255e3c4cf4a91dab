import { t } from '../../../kernel/translation/translate.ts';
import { deliver } from './decide.ts';
import type { Decision } from './decision.ts';
import { targetKinds, type Destination } from './destinations.ts';
import { guards, type Visit } from './guards.ts';
import type { Link, Special } from '../link.ts';

/** An evaluated rule of a link, in order of evaluation. */
export interface Step {
  rule: string;
  title: string;
  /** Whether this rule decided. */
  won: boolean;
  note: string;
}

export interface Explanation {
  decision: Decision;
  steps: Step[];
}

/**
 * Explains what a visitor of a link gets, with every rule that was evaluated. Uses the same rules as
 * `decide`.
 */
export function explain(link: Link, visit: Visit): Explanation {
  const steps: Step[] = [];
  for (const { name, title, match, open } of guards) {
    const decision = match(link, visit);
    steps.push({
      rule: name,
      title: t(title),
      won: Boolean(decision),
      note: decision ? noteOf(decision) : open(link),
    });
    if (decision) return { decision, steps };
  }
  const special = link.special ?? plain;
  const destination = explainDestination(link, special, visit, steps);
  const decision = deliver(link, special, destination, visit);
  steps.push({ rule: 'way', title: t('Redirect type'), won: false, note: noteOf(decision) });
  return { decision, steps };
}

function explainDestination(link: Link, { targets }: Special, visit: Visit, steps: Step[]): Destination {
  for (const { name, title, match, closed } of targetKinds) {
    const found = targets ? match(targets, link, visit) : undefined;
    const note = found
      ? t('To {link}', { link: `${found.variant ? `${found.variant}: ` : ''}${found.to}` })
      : closed(targets, visit);
    steps.push({ rule: name, title: t(title), won: Boolean(found), note });
    if (found) return found;
  }
  steps.push({
    rule: 'default',
    title: t('Everyone else'),
    won: true,
    note: t('To {link}', { link: link.to }),
  });
  return { to: link.to };
}

/** Defaults for a link without extra features. */
const plain: Special = {
  bytes: 0,
  purpose: 'link',
  ownerId: '',
  title: '',
  description: '',
  kind: 'direct',
  splashId: null,
  overlayId: null,
  preview: { title: '', description: '', image: null },
  pixels: [],
  passwordHash: null,
  clickLimit: null,
  isSpent: false,
  heldFor: null,
  targets: null,
};

function noteOf(decision: Decision): string {
  switch (decision.do) {
    case 'forward':
      return t('Redirected with {status} to {link}', {
        status: String(decision.status),
        link: decision.to,
      });
    case 'show':
      return decision.to
        ? t('{page}, then to {link}', { page: shown()[decision.as], link: decision.to })
        : shown()[decision.as];
    case 'open':
      return t('Offers the app ({app}) and its store ({store})', { app: decision.to, store: decision.store });
    case 'expired':
      return decision.to
        ? t('Expired. Redirects to {link}', { link: decision.to })
        : t('Expired. Shows an expiry page');
    default:
      return words()[decision.do];
  }
}

const shown = () => ({
  frame: t('In a frame below a bar (direct if the page does not allow frames)'),
  splash: t('A splash page'),
  overlay: t('In a frame, with an overlay'),
  held: t('A warning first, because of a safety finding,'),
  pixels: t('A short pause to fire pixels'),
  bio: t('A bio page'),
  code: t('The QR code’s content'),
});

const words = () => ({
  ask: t('Password prompt'),
  preview: t('Social preview'),
  missing: t('Not found'),
  disabled: t('Page: link is turned off'),
  suspended: t('Page: link was removed'),
  unavailable: t('Temporarily unavailable'),
});
