import type { Finding, Report } from './audit.ts';

interface Change {
  id: string;
  title: string;
  from: Finding['status'];
  to: Finding['status'];
  evidence: string;
}

/** Returns the checks that differ between two reports. */
export function compareReports(older: Report, newer: Report): Change[] {
  const before = new Map(older.checks.map((check) => [check.id, check.status]));
  return newer.checks.flatMap(({ id, title, status, evidence }) => {
    const from = before.get(id);
    return from === undefined || from === status ? [] : [{ id, title, from, to: status, evidence }];
  });
}
