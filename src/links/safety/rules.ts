import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import type { SafetyCheck, SafetyOutcome, RuleName, RuleSetting } from './rule.ts';
import { lookalike, mixedScripts, oddName, program, shortener } from './suspicious-names.ts';

interface Rule {
  title: string;
  /** Description for the operator. */
  about: string;
  /** Default outcome. */
  outcome: SafetyOutcome;
  /** The unit of `threshold` and its default. */
  threshold?: { unit: string; value: number };
  /** Undefined for rules that check more than the URL. */
  check?: SafetyCheck;
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

/** Returns the operator's settings of the rules. */
export async function getSettings({ db }: Pick<App, 'db'>): Promise<{ settings: RuleSetting[] }> {
  const rows = await db.selectFrom('links.safety_rule').select(['rule', 'outcome', 'threshold']).execute();
  return {
    settings: rows.map(({ rule, outcome, threshold }) => ({
      rule: rule as RuleName,
      outcome: outcome as SafetyOutcome,
      threshold,
    })),
  };
}

/** Sets the outcome of a rule. */
export const setRule = verb(
  { name: 'safety.set-rule', who: 'operator' },
  async (
    app,
    operator: Pick<Viewer, 'id'>,
    rule: string,
    { outcome, threshold }: { outcome: SafetyOutcome; threshold?: number | undefined },
  ): Promise<void> => {
    if (!(rule in rules())) throw invalid('rule', msg('Unknown rule'));
    const { check, threshold: counted } = rules()[rule as keyof ReturnType<typeof rules>];
    // Rules that run after a link is created can hold it but not reject it.
    if (!check && outcome === 'refuse')
      throw invalid('outcome', msg('This rule runs too late to reject a link'));
    const row = {
      outcome,
      threshold: counted ? (threshold ?? counted.value) : null,
      changed_by: operator.id,
      changed_at: app.clock.now(),
    };
    await inTransaction(app, async (app) => {
      await app.db
        .insertInto('links.safety_rule')
        .values({ rule, ...row })
        .onConflict((conflict) => conflict.column('rule').doUpdateSet(row))
        .execute();
      await addAuditEntry(app, operator.id, 'link_rule.update', '', `${rule}: ${outcome}`);
    });
  },
);
