import { arrive } from './decide.ts';
import type { Decision } from './decision.ts';
import { targetKinds, type Destination } from './destinations.ts';
import { guards, type Visit } from './guards.ts';
import type { Link, Special } from '../link.ts';

/** One rule of a link that was looked at, in the order in which they are. */
export interface Step {
  rule: string;
  title: string;
  /** It had the word. */
  won: boolean;
  note: string;
}

export interface Explanation {
  decision: Decision;
  steps: Step[];
}

/** What somebody gets who follows a link, with every rule that was asked on the way: the same rules as `decide` asks. */
export function explain(link: Link, visit: Visit): Explanation {
  const steps: Step[] = [];
  for (const { name, title, look, open } of guards) {
    const decision = look(link, visit);
    steps.push({ rule: name, title, won: Boolean(decision), note: decision ? noteOf(decision) : open(link) });
    if (decision) return { decision, steps };
  }
  const special = link.special ?? plain;
  const destination = explainDestination(link, special, visit, steps);
  const decision = arrive(link, special, destination, visit);
  steps.push({ rule: 'way', title: 'Redirect type', won: false, note: noteOf(decision) });
  return { decision, steps };
}

function explainDestination(link: Link, { targets }: Special, visit: Visit, steps: Step[]): Destination {
  for (const { name, title, look, closed } of targetKinds) {
    const found = targets ? look(targets, link, visit) : undefined;
    const note = found
      ? `To ${found.variant ? `${found.variant}: ` : ''}${found.to}`
      : closed(targets, visit);
    steps.push({ rule: name, title, won: Boolean(found), note });
    if (found) return found;
  }
  steps.push({ rule: 'default', title: 'Everyone else', won: true, note: `To ${link.to}` });
  return { to: link.to };
}

/** A link that is no more than an address, as the rules see it. */
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
      return `Redirected with ${decision.status} to ${decision.to}`;
    case 'show':
      return `${shown[decision.as]}${decision.to && ` on the way to ${decision.to}`}`;
    case 'open':
      return `Offers the app (${decision.to}) and its store (${decision.store})`;
    case 'expired':
      return decision.to ? `Expired; redirects to ${decision.to}` : 'Expired; shows an expiry page';
    default:
      return words[decision.do];
  }
}

const shown = {
  frame: 'Framed below a bar (direct where the page does not allow frames)',
  splash: 'A splash page',
  overlay: 'Framed, with an overlay',
  held: 'A warning first, because of a safety finding,',
  pixels: 'A short pause to fire pixels',
  bio: 'A bio page',
  code: 'The QR code’s content',
} as const;

const words = {
  ask: 'Password prompt',
  preview: 'Social preview',
  missing: 'Not found',
  disabled: 'Page: link is turned off',
  suspended: 'Page: link was removed',
  unavailable: 'Temporarily unavailable',
} as const;
