import { agentFeatures } from './agent-features.ts';
import { paidFeatures } from './paid-features.ts';
import { siteOperatorPages } from '../social/app/pages.ts';
import { appRoutes } from '../social/app/api.ts';
import { accountsFeature } from '../social/accounts/feature.ts';
import { profilesFeature } from '../social/profiles/feature.ts';
import { relationshipsFeature } from '../social/relationships/feature.ts';
import { peopleFeature } from '../social/people/feature.ts';
import { notificationsFeature } from '../social/notifications/feature.ts';
import { reportPages } from '../social/reports/pages.ts';
import { reportRoutes } from '../social/reports/api.ts';
import { appealPages } from '../social/appeals/pages.ts';
import { appealRoutes } from '../social/appeals/api.ts';
import { casesFeature } from '../social/cases/feature.ts';
import { chatFeature } from '../social/chat/feature.ts';
import { uploadsFeature } from '../social/uploads/feature.ts';
import { postsFeature } from '../social/posts/feature.ts';
import { articlesFeature } from '../social/articles/feature.ts';
import { glossaryFeature } from '../social/glossary/feature.ts';
import { pollRoutes, pollPages } from '../social/posts/polls/voting.ts';
import { savedLists, savedPages, savedRoutes } from '../social/saved.ts';
import { draftsFeature } from '../social/drafts/feature.ts';
import { commentRoutes } from '../social/comments/api.ts';
import { commentPages } from '../social/comments/pages.ts';
import { forumsFeature } from '../social/forums/feature.ts';
import { reactionRoutes } from '../social/reactions/api.ts';
import { reactionPages } from '../social/reactions/pages.ts';
import { questionsFeature } from '../social/questions/feature.ts';
import { deletePagePicture, setPagePicture } from '../social/pages/set-page-picture.ts';
import { pagesFeature } from '../social/pages/feature.ts';
import { walletFeature } from '../social/wallet/feature.ts';
import { monetizationFeature } from '../social/monetization/feature.ts';
import { membershipsFeature } from '../social/memberships/feature.ts';
import { trendingFeature } from '../social/trending/feature.ts';
import { feedFeature } from '../social/feed/feature.ts';
import { searchFeature } from '../social/search/feature.ts';
import { appsFeature } from '../social/apps/feature.ts';
import { citationsFeature } from '../social/citations/feature.ts';
import { discoveryPages, discoveryRoutes } from '../social/discovery.ts';
import { staticPages } from '../social/static-pages/pages.ts';
import { welcomePages } from '../social/app/welcome.ts';
import { contactPages } from '../social/contact/pages.ts';
import { crawlersFeature } from '../social/crawlers/feature.ts';
import { sitemapsFeature } from '../social/sitemaps/feature.ts';
import { syndicationFeature } from '../social/syndication/feature.ts';
import { liveFeature } from '../social/live/feature.ts';
import { subscriptionsFeature } from '../social/subscriptions/feature.ts';
import { previewJobs } from '../social/previews/fetching.ts';
import { publishArticleDraft } from '../social/articles/save-draft.ts';
import type { SocialFeature } from '../social/lists/list.ts';
import { publishPostDraft } from '../social/posts/post-content.ts';

/** Plaza's features, in the order of its documents. */
export const socialFeatures: readonly SocialFeature[] = [
  {
    routes: appRoutes,
    pages: siteOperatorPages,
  },
  accountsFeature((app, accountId) =>
    [...agentFeatures, ...paidFeatures].flatMap(({ archive }) => archive?.(app, accountId) ?? []),
  ),
  profilesFeature,
  relationshipsFeature,
  peopleFeature,
  notificationsFeature,
  {
    routes: reportRoutes,
    pages: reportPages,
  },
  {
    routes: appealRoutes,
    pages: appealPages,
  },
  casesFeature,
  uploadsFeature({ set: setPagePicture, delete: deletePagePicture }),
  chatFeature,
  postsFeature,
  articlesFeature,
  glossaryFeature,
  { routes: pollRoutes, pages: pollPages },
  { routes: savedRoutes, pages: savedPages, lists: savedLists },
  draftsFeature({ post: publishPostDraft, article: publishArticleDraft }),
  { routes: commentRoutes, pages: commentPages },
  forumsFeature,
  { routes: reactionRoutes, pages: reactionPages },
  questionsFeature,
  pagesFeature,
  walletFeature,
  monetizationFeature,
  membershipsFeature,
  trendingFeature,
  feedFeature,
  searchFeature,
  appsFeature,
  citationsFeature,
  { bareRoutes: discoveryRoutes, pages: discoveryPages },
  {
    pages: staticPages,
  },
  { pages: welcomePages },
  {
    pages: contactPages,
  },
  crawlersFeature,
  sitemapsFeature,
  syndicationFeature,
  liveFeature,
  subscriptionsFeature,
  { jobs: previewJobs },
];
