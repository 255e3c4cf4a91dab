import { sql } from 'kysely';
import type { AuditAction } from '../../identity/operators/audit-actions.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';

/** Subjects of a case: reported or held content. */
export type CaseSubject = ReportSubject | 'term';

/** A moderator's decisions: approve, hide, remove, warn or suspend the author. */
export const decisions = ['approve', 'hide', 'remove', 'warn', 'suspend'] as const;
export type CaseDecision = (typeof decisions)[number];

/** The audit action of each decision. */
export const decisionActions: Readonly<Record<CaseDecision, AuditAction>> = {
  approve: 'content.approve',
  hide: 'content.hide',
  remove: 'content.remove',
  warn: 'content.warn',
  suspend: 'content.suspend',
};

/** Decisions that can be appealed. */
export const appealable: readonly CaseDecision[] = ['hide', 'remove', 'warn', 'suspend'];

/** Subjects of reports. */
export type ReportSubject = 'person' | 'post' | 'comment' | 'page' | 'message';

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

/**
 * Translates the reason of a rule, which is stored in English, for moderators. Other texts are returned
 * unchanged.
 */
export function ruleDetail(detail: string): string {
  for (const [pattern, translate] of details) {
    const found = pattern.exec(detail);
    if (found) return translate(found[1] ?? '', found[2] ?? '');
  }
  return detail;
}

const details: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [
    /^(\d+) links? by (a .+)$/,
    (n, by) =>
      t(
        '{by, select, known {{n, plural, one {# link} other {# links}} by a member with recent violations} other {{n, plural, one {# link} other {# links}} by a new member}}',
        { n: Number(n), by: kindOf(by) },
      ),
  ],
  [
    /^(\d+) (?:person|people) mentioned by (a .+)$/,
    (n, by) =>
      t(
        '{by, select, known {{n, plural, one {# person} other {# people}} mentioned by a member with recent violations} other {{n, plural, one {# person} other {# people}} mentioned by a new member}}',
        { n: Number(n), by: kindOf(by) },
      ),
  ],
  [
    /^Nearly the same text in (\d+) other places within a day$/,
    (n) =>
      t(
        'Nearly the same text in {n, plural, one {# other place} other {# other places}} within a day',
        numbered(n),
      ),
  ],
  [
    /^(\d+) others posted nearly the same text within a day$/,
    (n) =>
      t(
        '{n, plural, one {# other member} other {# other members}} posted nearly the same text within a day',
        numbered(n),
      ),
  ],
  [
    /^One of their first (\d+) posts$/,
    (n) => t('One of the author’s first {n, plural, one {# post} other {# posts}}', numbered(n)),
  ],
  [
    /^(\d+) other new members posted the same link within a week$/,
    (n) =>
      t(
        '{n, plural, one {# other new member} other {# other new members}} posted the same link within a week',
        numbered(n),
      ),
  ],
  [/^Spam score (\d+) of 100$/, (score) => t('Spam score {score} of 100', { score })],
  [
    /^“(.*)” is on the list of (words|parts of words|domains)$/s,
    (pattern, list) =>
      t(
        '{list, select, domains {“{pattern}” is on the list of domains} words {“{pattern}” is on the list of words} other {“{pattern}” is on the list of parts of words}}',
        { pattern, list },
      ),
  ],
];

const kindOf = (author: string) => (author.includes('violations') ? 'known' : 'new');
const numbered = (n: string) => ({ n: Number(n) });

interface SubjectText {
  title: string;
  text: string;
}

/** Returns the text and state of a subject, or undefined for a person. */
export async function getSubjectText(
  { db }: Pick<App, 'db'>,
  subject: CaseSubject,
  id: string,
): Promise<SubjectText | undefined> {
  if (subject === 'post')
    return db
      .selectFrom('social.post as post')
      .leftJoin('social.paywall as wall', 'wall.post_id', 'post.id')
      .where('post.id', '=', id)
      .select((eb) => ['post.title', eb.fn.coalesce('wall.text', 'post.text').as('text')])
      .executeTakeFirst();
  if (subject === 'comment') {
    const found = await db
      .selectFrom('social.comment')
      .where('id', '=', id)
      .select('text')
      .executeTakeFirst();
    return found && { title: '', text: found.text };
  }
  if (subject === 'message') {
    const found = await db
      .selectFrom('social.case_message')
      .where('message_id', '=', id)
      .select('text')
      .executeTakeFirst();
    return found && { title: '', text: found.text };
  }
  if (subject === 'page')
    return db
      .selectFrom('social.page')
      .where('id', '=', id)
      .select(['title', 'about as text'])
      .executeTakeFirst();
  return undefined;
}
