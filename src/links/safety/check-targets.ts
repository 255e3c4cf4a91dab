import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { outboundAgent } from '../product.ts';
import { type DueLink, processDueLinks } from '../link/link.ts';
import { assess, gatherTargetFacts, settingOf } from './assessment.ts';
import { holdLink, notifyOwners, suspendLinks } from './decisions.ts';
import { type SafetyFinding, parseTargetParts, type Reason, reasonText, type RuleName } from './rule.ts';
import { getSettings } from './rules.ts';

const maxHops = 12;

/**
 * Follows the redirects of new destinations, newest links first, and holds or suspends links with a
 * suspicious redirect chain.
 */
export const checkTargets = (app: App): Promise<void> =>
  processDueLinks(app, 'target_check_due_at', checkTarget);

/** A site that is unreachable is no reason for a warning. */
async function checkTarget(app: App, { id, url }: DueLink): Promise<void> {
  const found = await followTarget(app, url);
  if (!found) return;
  if (found.outcome === 'hold') return holdLink(app, id, found.rule, url);
  await inTransaction(app, async (app) => {
    const suspended = await suspendLinks(app, { link: id });
    await notifyOwners(app, suspended, () => ({
      subject: t('One of your links was suspended'),
      about: t('This link no longer works. Its redirects failed our check: {reason}', {
        reason: reasonText(found.reason),
      }),
    }));
  });
}

type Found = Pick<SafetyFinding, 'rule' | 'outcome' | 'reason'>;

/** Returns what is wrong with the redirect chain of a URL, if anything. */
async function followTarget(app: App, url: string): Promise<Found | undefined> {
  const settings = await getSettings(app);
  const held = (rule: 'redirects' | 'inside', reason: Reason): Found | undefined =>
    settingOf(rule, settings).outcome === 'allow' ? undefined : { rule, outcome: 'hold', reason };
  let hops: { url: string }[];
  try {
    const headers = outboundAgent(app.config);
    const options = { within: seconds(8), max: 1024, longer: 'cut', hops: maxHops, headers } as const;
    ({ hops } = await app.outbound.fetch(url, options));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'address_refused') return held('inside', { code: 'inside' });
    return error.code === 'redirects' ? held('redirects', { code: 'endless' }) : undefined;
  }
  const targets = hops.map((hop) => parseTargetParts(hop.url)).filter((target) => target !== undefined);
  // The first URL was assessed when the link was created.
  for (const target of targets.slice(1)) {
    const facts = await gatherTargetFacts(app, target);
    const [worst] = assess(target, facts).filter(({ rule }) => countsBeforeRedirect.has(rule));
    if (worst) return worst;
    if (facts.isOurs || target.host === new URL(app.config.hopUrl).hostname)
      return held('redirects', { code: 'back' });
  }
  const sites = new Set(targets.map(({ site }) => site)).size;
  return sites > settingOf('redirects', settings).threshold
    ? held('redirects', { code: 'sites', values: { count: sites } })
    : undefined;
}

/** Other rules do not apply to redirect targets: legitimate sites may redirect via an odd or short name. */
const countsBeforeRedirect: ReadonlySet<RuleName> = new Set([
  'listed',
  'lookalike',
  'mixed-scripts',
  'program',
] as const);

export const safetyJobs = [
  job('links.check-targets', Type.Object({}), checkTargets, { cron: '* * * * *', runner: 'network' }),
];
