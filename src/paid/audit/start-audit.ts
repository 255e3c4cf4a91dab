import { days } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import type { CategoryReport, Report } from './audit.ts';
import { getTarget } from './get-target.ts';
import { runAudit } from './run-audit.ts';
import { saveReport } from './save-report.ts';

interface Visitor {
  viewer: Viewer | undefined;
  /** IP address. */
  address: string;
}

/** An audit that is ready to run: all checks that do not involve the site have passed. */
export interface StartedAudit {
  /**
   * Runs the audit and returns the token of its report. Calls `watch` with each category. Must run only once.
   */
  run: (watch?: (category: CategoryReport) => void) => Promise<string>;
}

let running = 0;

/** Starts a free audit within the daily limit. */
export async function startAudit(
  app: App,
  { viewer, address }: Visitor,
  text: string,
): Promise<StartedAudit> {
  const target = getTarget(app, text);
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
        const report: Report = await runAudit(app, key, target, ({ report }) => watch?.(report));
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
    throw new Problem('throttled', 'Other audits are running. Try again in a few seconds', {
      retryAfter: 10,
    });
}
