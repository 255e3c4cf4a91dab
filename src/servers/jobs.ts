import { forgetExpiredJob } from '../identity/account/forget-expired.ts';
import { closingJob } from '../identity/closing/close-due.ts';
import { planJobs } from '../identity/plans/plan-jobs.ts';
import { mailResetCode } from '../identity/reset/ask-for-reset.ts';
import { eraseLinks } from '../links/account-data/erase-links.ts';
import { collect } from '../platform/feature.ts';
import type { Job } from '../platform/jobs.ts';
import { systemJobs } from '../platform/system-jobs.ts';
import { erasePlaza } from '../social/accounts/data/erase-plaza.ts';
import { plazaDataJobs } from '../social/accounts/data/jobs.ts';
import { appJobs } from '../social/apps/jobs.ts';
import { feedJobs } from '../social/feed/jobs.ts';
import { publishArticleDraft } from '../social/articles/keep-draft.ts';
import { draftJobs } from '../social/drafts/jobs.ts';
import { moderationJobs } from '../social/cases/jobs.ts';
import { liveJobs } from '../social/live/jobs.ts';
import { notificationJobs } from '../social/notifications/jobs.ts';
import { subscriptionJobs } from '../social/subscriptions/jobs.ts';
import { publishPostDraft } from '../social/posts/post-content.ts';
import { previewJobs } from '../social/previews/jobs.ts';
import { searchJobs } from '../social/search/jobs.ts';
import { trendJobs } from '../social/trending/jobs.ts';
import { uploadJobs } from '../social/uploads/jobs.ts';
import { linksFeatures } from './links-features.ts';

/** Every kind of work the queue knows. */
export const allJobs: readonly Job[] = [
  ...systemJobs,
  mailResetCode,
  forgetExpiredJob,
  ...planJobs,
  ...appJobs,
  ...feedJobs,
  ...searchJobs,
  ...moderationJobs,
  ...notificationJobs,
  ...liveJobs,
  ...subscriptionJobs,
  ...collect(linksFeatures, 'jobs'),
  closingJob({ plaza: erasePlaza, links: eraseLinks }),
  ...plazaDataJobs,
  ...trendJobs,
  ...uploadJobs,
  ...previewJobs,
  ...draftJobs({ post: publishPostDraft, article: publishArticleDraft }),
] as readonly Job[];
