import { Readable } from 'node:stream';
import { invalid, Problem } from '../../kernel/problem.ts';
import { days, seconds } from '../../kernel/time.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { scoreCategory, scoreSite } from './audit.ts';
import type { AuditCategory, CategoryReport, AuditFinding, AuditReport } from './audit.ts';
import { agentCategory } from './checks/agents/protocols.ts';
import { headerCategory } from './checks/headers/other-headers.ts';
import { protocolCategory } from './checks/protocol.ts';
import { searchCategory } from './checks/search/content.ts';
import { tlsCategory } from './checks/tls.ts';
import { documentTask } from './document.ts';
import { saveReport } from './reports.ts';
import { openRobots } from './robots.ts';
import { auditAgent, finalUrl, isAnswer, openAuditClient, visit } from './visit.ts';
import type { AuditClient, SiteVisit } from './visit.ts';
import { t } from '../../web/translation/translate.ts';

interface AuditCaller {
  viewer: Viewer | undefined;
  /** IP address. */
  address: string;
}

/** An audit that is ready to run: all checks that do not involve the site have passed. */
interface StartedAudit {
  /**
   * Runs the audit and returns the token of its report. Calls `watch` with each category. Must run only once.
   */
  run: (watch?: (category: CategoryReport) => void) => Promise<string>;
}

let running = 0;

/** Starts a free audit within the daily limit. */
export const startAudit = verb(
  { name: 'audits.start', scope: 'tools', who: 'anyone' },
  async (app: App, { viewer, address }: AuditCaller, text: string): Promise<StartedAudit> => {
    const target = parseSite(app, text);
    const rule = { name: 'audit:free', calls: app.config.AUDIT_LIMIT, within: days(1) };
    const key = viewer?.id ?? addressKey(address);
    requireRoom(app);
    enforce(await app.limits.consume(rule, key));
    return {
      run: async (watch) => {
        // Others may have started in the meantime.
        requireRoom(app);
        running += 1;
        try {
          const report: AuditReport = await runAudit(app, key, target, ({ report }) => watch?.(report));
          return await saveReport(app, viewer?.id, report);
        } catch (error) {
          await app.limits.refund(rule, key);
          throw error;
        } finally {
          running -= 1;
        }
      },
    };
  },
);

function requireRoom({ config }: Pick<App, 'config'>): void {
  if (running >= config.CONCURRENT_AUDITS)
    throw new Problem('throttled', 'Other audits are running. Try again in a few seconds', {
      retryAfter: 10,
    });
}

/**
 * Streams an audit in progress as JSON lines: one for each category, and a final one with the report's
 * address or the error.
 */
export function streamAudit(app: Pick<App, 'log'>, { run }: StartedAudit): Readable {
  const lines = new Readable({ read: () => undefined });
  const send = (line: object) => void lines.push(`${JSON.stringify(line)}\n`);
  void run(({ id, score, grade }: CategoryReport) => send({ category: id, score, grade }))
    .then(
      (token) => send({ location: `/tools/audit/${token}` }),
      (error: unknown) => {
        if (!(error instanceof Problem)) app.log.error({ err: error }, 'an audit failed');
        send({ error: error instanceof Problem ? t(error.text) : t('The audit failed. Try again later') });
      },
    )
    .finally(() => lines.push(null));
  return lines;
}

const longest = 2000;

/**
 * Parses a website's address: `example.com` is `https://example.com/`. Whether it may be requested is checked
 * later.
 */
export function parseSite({ config }: Pick<App, 'config'>, text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') return new URL(config.plazaUrl);
  const url =
    trimmed.length > longest
      ? null
      : URL.parse(/^[a-z][\w+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('url', 'Enter an http or https URL');
  if (url.username || url.password)
    throw invalid('url', 'An address with a user name or password is not allowed');
  url.hash = '';
  return url;
}

interface Part {
  report: CategoryReport & { weight: number };
  findings: AuditFinding[];
}

type Watch = (part: Part) => void;

/** Audits a website, in the turn of the owner. Calls `watch` with each finished category. */
export async function runAudit(
  app: Pick<App, 'outbound' | 'config' | 'clock' | 'log'>,
  owner: string,
  target: URL,
  watch: Watch = () => undefined,
): Promise<AuditReport> {
  const ask = openAuditClient(app, AbortSignal.timeout(seconds(app.config.AUDIT_SECONDS)));
  const robots = await ask.fetch(new URL('/robots.txt', target).href, { anyCertificate: true });
  if (!isAnswer(robots) && robots.problem.kind === 'invalid') throw robots.problem;
  const rules = openRobots(robots, target);
  if (rules.agents.includes(auditAgent.toLowerCase()) && !rules.isAllowed(target.href, auditAgent))
    throw new Problem('forbidden', `robots.txt of ${target.host} refuses ${auditAgent}`, { field: 'url' });
  const seen = await visit(ask, target, { robots, now: app.clock.now() }, (markup) =>
    runSandboxed(app, documentTask, markup, { class: 'audit', owner, field: 'url' }),
  );
  const parts = await Promise.all([
    audit(tlsCategory, ask, seen, watch),
    audit(headerCategory, ask, seen, watch),
    audit(protocolCategory, ask, seen, watch),
    audit(searchCategory, ask, seen, watch),
    audit(agentCategory, ask, seen, watch),
  ]);
  const checks = parts.flatMap(({ findings }) => findings);
  const categories = parts.map(({ report }) => report);
  return {
    url: target.href,
    final_url: finalUrl(seen).href,
    audited_at: app.clock.now().toISOString(),
    ...scoreSite(categories, checks),
    categories: categories.map(({ id, title, score, grade }) => ({ id, title, score, grade })),
    checks,
    requests: ask.requests,
  };
}

async function audit<Facts>(
  category: AuditCategory<Facts>,
  ask: AuditClient,
  seen: SiteVisit,
  watch: Watch,
): Promise<Part> {
  const facts = { ...(await category.gather(ask, seen)), visit: seen };
  const findings = category.checks.map(({ id, title, weight, ref, run }): AuditFinding => ({
    id,
    category: category.id,
    title,
    weight,
    ref,
    ...run(facts),
  }));
  const part = { report: { ...scoreCategory(category, findings), weight: category.weight }, findings };
  watch(part);
  return part;
}
