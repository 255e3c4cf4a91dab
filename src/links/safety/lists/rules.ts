import { lookalike } from '../rules/lookalike.ts';
import { mixedScripts } from '../rules/mixed-scripts.ts';
import { oddName } from '../rules/odd-name.ts';
import { program } from '../rules/program.ts';
import { shortener } from '../rules/shortener.ts';
import type { Look, Outcome, RuleName } from '../assessment/rule.ts';

interface Rule {
  title: string;
  /** For the operator: what it looks for. */
  about: string;
  /** What holds while no operator has said otherwise. */
  outcome: Outcome;
  /** What `threshold` counts, and its value while no operator has said otherwise. */
  threshold?: { unit: string; value: number };
  /** Missing where something else than the address is looked at. */
  look?: Look;
  /** For visitors: what may happen to them. */
  warning: { title: string; text: string };
}

/** Every rule but the lists, whose entries say for themselves what becomes of a link. In the order in which they are asked. */
export const rules: Readonly<Record<Exclude<RuleName, 'listed'>, Rule>> = {
  lookalike: {
    title: 'Look-alikes', outcome: 'hold', look: lookalike,
    about: 'Names that are easily mistaken for those of well-known brands, of yours, or of this service.',
    warning: { title: 'This may not be the site you expect', text: 'Its name looks like that of a well-known site, and is another. Such names are used to steal passwords and card numbers.' },
  },
  'mixed-scripts': {
    title: 'Mixed alphabets', outcome: 'hold', look: mixedScripts,
    about: 'Names with letters of several alphabets, or of one that can pass for Latin.',
    warning: { title: 'This may not be the site you expect', text: 'Its name is written with letters of another alphabet that look like familiar ones.' },
  },
  program: {
    title: 'Programs', outcome: 'hold', look: program,
    about: 'Addresses of files that run when they are opened.',
    warning: { title: 'This link downloads a program', text: 'A program can do anything on your device. Open it only if you know who made it and expected it.' },
  },
  shortener: {
    title: 'Other shorteners', outcome: 'hold', look: shortener,
    about: 'Addresses of other link shorteners, which hide where one ends up.',
    warning: { title: 'This link leads to another short link', text: 'Where that one leads cannot be seen from here, and may change.' },
  },
  'odd-name': {
    title: 'Odd names', outcome: 'hold', threshold: { unit: 'points', value: 4 }, look: oddName,
    about: 'Names as made by machines: random letters, endings that are given away, many hyphens, bare addresses.',
    warning: { title: 'This site has an unusual address', text: 'Addresses like this one are often made for a single fraud and given up soon after.' },
  },
  redirects: {
    title: 'Long ways', outcome: 'hold', threshold: { unit: 'sites', value: 3 },
    about: 'Targets that send visitors on over more sites than this. Looked at a moment after a link is made.',
    warning: { title: 'This link takes a long way', text: 'It is passed on from site to site. That is a common way to hide where somebody is led.' },
  },
  inside: {
    title: 'Private networks', outcome: 'hold',
    about: 'Names that lead into a private network. Looked at a moment after a link is made.',
    warning: { title: 'This link leads into a private network', text: 'It is of no use outside of that network, and may reach a device of yours.' },
  },
  reports: {
    title: 'Reports', outcome: 'hold', threshold: { unit: 'people', value: 3 },
    about: 'Links that so many different people have reported.',
    warning: { title: 'This link was reported as harmful', text: 'Several people say that it is. We have not looked at it yet.' },
  },
}; // prettier-ignore

/** What visitors are told of a link that is held. */
export const warningOf = (heldFor: string): Rule['warning'] =>
  heldFor in rules ? rules[heldFor as keyof typeof rules].warning : listedWarning;

const listedWarning = {
  title: 'This site may be harmful',
  text: 'It is on a list of sites that are looked at before people are led there.',
};
