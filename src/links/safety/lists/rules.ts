import { t } from '../../../kernel/translation/translate.ts';
import { lookalike } from '../rules/lookalike.ts';
import { mixedScripts } from '../rules/mixed-scripts.ts';
import { oddName } from '../rules/odd-name.ts';
import { program } from '../rules/program.ts';
import { shortener } from '../rules/shortener.ts';
import type { Check, Outcome, RuleName } from '../assessment/rule.ts';

interface Rule {
  title: string;
  /** Description for the operator. */
  about: string;
  /** Default outcome. */
  outcome: Outcome;
  /** The unit of `threshold` and its default. */
  threshold?: { unit: string; value: number };
  /** Undefined for rules that check more than the URL. */
  check?: Check;
  /** The warning for visitors. */
  warning: { title: string; text: string };
}

/** All rules except the lists, whose entries have their own outcome. In order of evaluation. */
export const rules = (): Readonly<Record<Exclude<RuleName, 'listed'>, Rule>> => ({
  lookalike: {
    title: t('Look-alikes'), outcome: 'hold', check: lookalike,
    about: t('Domains that resemble well-known brands, your brands or this service.'),
    warning: { title: t('This may not be the site you expect'), text: t('Its domain resembles a well-known site but is a different one. Such domains are used to steal passwords and card numbers.') },
  },
  'mixed-scripts': {
    title: t('Mixed alphabets'), outcome: 'hold', check: mixedScripts,
    about: t('Domains that mix alphabets, or use letters that resemble Latin ones.'),
    warning: { title: t('This may not be the site you expect'), text: t('Its domain uses letters of another alphabet that resemble familiar ones.') },
  },
  program: {
    title: t('Programs'), outcome: 'hold', check: program,
    about: t('URLs of executable files.'),
    warning: { title: t('This link downloads a program'), text: t('Programs can do anything on your device. Only open it if you trust its source and expected it.') },
  },
  shortener: {
    title: t('Other shorteners'), outcome: 'hold', check: shortener,
    about: t('URLs of other link shorteners, which hide the final destination.'),
    warning: { title: t('This link points to another short link'), text: t('Its final destination is unknown and may change.') },
  },
  'odd-name': {
    title: t('Suspicious domains'), outcome: 'hold', threshold: { unit: 'points', value: 4 }, check: oddName,
    about: t('Domains that look generated: random letters, free top-level domains, many hyphens, bare IP addresses.'),
    warning: { title: t('This site has an unusual URL'), text: t('URLs like this are often created for a single scam and abandoned soon after.') },
  },
  redirects: {
    title: t('Redirect chains'), outcome: 'hold', threshold: { unit: 'sites', value: 3 },
    about: t('Destinations that redirect through more sites than this. Checked shortly after a link is created.'),
    warning: { title: t('This link redirects many times'), text: t('It redirects from site to site, which is a common way to hide a destination.') },
  },
  inside: {
    title: t('Private networks'), outcome: 'hold',
    about: t('Domains that point to a private network. Checked shortly after a link is created.'),
    warning: { title: t('This link points to a private network'), text: t('It does not work outside that network and may reach your own devices.') },
  },
  reports: {
    title: t('Reports'), outcome: 'hold', threshold: { unit: 'people', value: 3 },
    about: t('Links reported by this many different people.'),
    warning: { title: t('This link was reported as harmful'), text: t('Several people reported it. We have not reviewed it yet.') },
  },
}); // prettier-ignore

/** Returns the warning for visitors of a held link. */
export const warningOf = (heldFor: string): Rule['warning'] =>
  heldFor in rules() ? rules()[heldFor as keyof ReturnType<typeof rules>].warning : listedWarning();

const listedWarning = () => ({
  title: t('This site may be harmful'),
  text: t('It is on a list of sites that are reviewed before visitors are redirected.'),
});
