import { days } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import type { CategoryReport, Report } from './audit.ts';
import { readTarget } from './read-target.ts';
import { runAudit } from './run-audit.ts';
import { saveReport } from './save-report.ts';

interface Visitor {
  viewer: Viewer | undefined;
  /** Network address. */
  address: string;
}

/** An audit that may begin: everything that can be refused before the site is asked has been. */
export interface StartedAudit {
  /** Runs it, and gives the token of its report. `watch` hears of each category. Not to be run twice. */
  run: (watch?: (category: CategoryReport) => void) => Promise<string>;
}

let running = 0;

/** Begins an audit that is free, within the limit of a day. */
export async function startAudit(
  app: App,
  { viewer, address }: Visitor,
  text: string,
): Promise<StartedAudit> {
  const target = readTarget(app, text);
  const rule = { name: 'audit:free', calls: app.config.AUDIT_LIMIT, within: days(1) };
  const key = viewer?.id ?? addressKey(address);
  requireRoom(app);
  enforce(await app.limits.consume(rule, key));
  return {
    run: async (watch) => {
      // Others may have begun since.
      requireRoom(app);
      running += 1;
      try {
        const report: Report = await runAudit(app, target, ({ report }) => watch?.(report));
        return await saveReport(app, viewer?.id, report);
      } catch (error) {
        await app.limits.refund(rule, key);
        throw error;
      } finally {
        running -= 1;
      }
    },
  };
}

function requireRoom({ config }: Pick<App, 'config'>): void {
  if (running >= config.CONCURRENT_AUDITS)
    throw new Problem('throttled', 'Other audits are running; try again in a few seconds', {
      retryAfter: 10,
    });
}
