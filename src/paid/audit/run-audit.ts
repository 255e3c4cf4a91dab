import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { auditAgent, isAnswer, openAsker } from './ask.ts';
import type { Asker } from './ask.ts';
import type { Category, CategoryReport, Finding, Report } from './audit.ts';
import { agentCategory } from './checks/agents/category.ts';
import { headerCategory } from './checks/headers/category.ts';
import { protocolCategory } from './checks/protocol/category.ts';
import { searchCategory } from './checks/search/category.ts';
import { tlsCategory } from './checks/tls/category.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { documentTask } from './document/get-document.ts';
import { openRobots } from './robots.ts';
import { scoreCategory, scoreSite } from './score.ts';
import { finalUrl, visit, type Visit } from './visit.ts';

interface Part {
  report: CategoryReport & { weight: number };
  findings: Finding[];
}

type Watch = (part: Part) => void;

/** Audits a website, in the turn of the owner. Calls `watch` with each finished category. */
export async function runAudit(
  app: Pick<App, 'outbound' | 'config' | 'clock' | 'log'>,
  owner: string,
  target: URL,
  watch: Watch = () => undefined,
): Promise<Report> {
  const ask = openAsker(app, AbortSignal.timeout(seconds(app.config.AUDIT_SECONDS)));
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

async function audit<Facts>(category: Category<Facts>, ask: Asker, seen: Visit, watch: Watch): Promise<Part> {
  const facts = { ...(await category.gather(ask, seen)), visit: seen };
  const findings = category.checks.map(({ id, title, weight, ref, run }): Finding => ({
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
