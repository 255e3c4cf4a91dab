import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { CaseSubject } from './case.ts';

interface Opening {
  subject: CaseSubject;
  id: string;
  authorId: string;
  /** The rule that held the content, and its reason. Undefined for a report. */
  held?: { rule: string; detail: string; score: number | null };
}

/** Opens a case, or adds to the open one. Returns its id. */
export async function openCase(app: App, { subject, id, authorId, held }: Opening): Promise<string> {
  const now = app.clock.now();
  const { rows } = await sql<{ id: string }>`
    insert into social.moderation_case
      (subject, subject_id, kind, author_id, opened_at, held_at, rule, detail, score, reports)
    select ${subject}, ${id}::bigint,
      coalesce((select kind from social.post where ${subject} = 'post' and id = ${id}::bigint), ${subject}),
      ${authorId}::bigint, ${now}, ${held ? now : null}::timestamptz, ${held?.rule ?? ''}, ${held?.detail ?? ''},
      ${held?.score ?? null}::real, ${held ? 0 : 1}::integer
    on conflict (subject, subject_id) where settled_at is null do update set
      held_at = coalesce(social.moderation_case.held_at, excluded.held_at),
      rule = coalesce(nullif(excluded.rule, ''), social.moderation_case.rule),
      detail = coalesce(nullif(excluded.detail, ''), social.moderation_case.detail),
      score = coalesce(excluded.score, social.moderation_case.score),
      reports = social.moderation_case.reports + excluded.reports
    returning id`.execute(app.db);
  return rows[0]?.id ?? '';
}
