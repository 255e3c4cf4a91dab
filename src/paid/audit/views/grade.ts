import type { Tone } from '../../../web/components/badge.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Status } from '../audit.ts';
import type { IconName } from '../../../web/components/icon-names.ts';

const toneOf = (grade: string): Tone =>
  grade.startsWith('A') ? 'success' : /^[BC]/.test(grade) ? 'warning' : grade === '–' ? 'neutral' : 'danger';

/** A grade as a colored square with its letter. */
export const gradeBadge = (grade: string, size: 'large' | 'small' = 'small'): Html =>
  html`<span class="audit-grade" data-size="${size}" data-tone="${toneOf(grade)}">${grade}</span>`;

export const statuses: Readonly<Record<Status, { label: string; tone: Tone; icon: IconName }>> = {
  pass: { label: 'Passed', tone: 'success', icon: 'circle-check' },
  warn: { label: 'Warning', tone: 'warning', icon: 'triangle-alert' },
  fail: { label: 'Failed', tone: 'danger', icon: 'circle-alert' },
  na: { label: 'Not applicable', tone: 'neutral', icon: 'minus' },
  unable: { label: 'Could not be checked', tone: 'neutral', icon: 'circle-question-mark' },
};
