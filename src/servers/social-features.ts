import { agentFeatures } from './agent-features.ts';
import { paidFeatures } from './paid-features.ts';
import { offlinePages } from '../social/app/offline.ts';
import { siteOperatorPages } from '../social/app/pages.ts';
import { appRoutes } from '../social/app/api.ts';
import { accountRoutes, recoveryRoutes, accountDeletionRoutes } from '../social/accounts/api.ts';
import { plazaSettingsPages } from '../social/accounts/pages.ts';
import { plazaDataJobs, plazaDataPages } from '../social/accounts/data/plaza-export.ts';
import { profileLists } from '../social/profiles/reading.ts';
import { peoplePages } from '../social/profiles/pages.ts';
import { peopleRoutes } from '../social/profiles/api.ts';
import { relationshipLists, relationshipRoutes } from '../social/relationships/api.ts';
import { listNewPeople } from '../social/people/lists.ts';
import { listOfPeople } from '../social/people/records.ts';
import {
  notificationJobs,
  notificationLists,
  notificationRoutes,
  pushRoutes,
} from '../social/notifications/api.ts';
import { filterRoutes } from '../social/filters/api.ts';
import { filterPages } from '../social/filters/pages.ts';
import { notificationPages, pushPages } from '../social/notifications/pages.ts';
import { reportPages } from '../social/reports/pages.ts';
import { reportRoutes } from '../social/reports/api.ts';
import { appealPages } from '../social/appeals/pages.ts';
import { appealRoutes } from '../social/appeals/api.ts';
import { caseRoutes } from '../social/cases/api.ts';
import { registrationRoutes } from '../social/cases/registration-api.ts';
import { teamDigestJobs } from '../social/cases/team-digest.ts';
import { teamDigestPages, teamDigestRoutes } from '../social/cases/team-digest-pages.ts';
import { domainBlockPages, domainBlockRoutes } from '../social/cases/domain-pages.ts';
import { moderationJobs } from '../social/cases/messages.ts';
import { moderationListPages } from '../social/cases/list-pages.ts';
import { moderationPages } from '../social/cases/pages.ts';
import { trustPages, trustRoutes } from '../social/moderation/trust-pages.ts';
import { previewMessageJob } from '../social/chat/messages/add-message.ts';
import { callJobs } from '../social/chat/calls/open-call.ts';
import { reindexMessagesJob } from '../social/chat/messages/search.ts';
import { removeMessageFiles } from '../social/chat/messages/message-files.ts';
import { chatPages } from '../social/chat/pages/conversation-pages.ts';
import { chatRoutes } from '../social/chat/conversations/api.ts';
import { uploadRoutes } from '../social/uploads/api.ts';
import { uploadJobs } from '../social/uploads/remove-unused.ts';
import { postRoutes } from '../social/posts/api.ts';
import { postActPages } from '../social/posts/pages.ts';
import { statisticsRoutes } from '../social/posts/statistics/api.ts';
import { statisticsPages } from '../social/posts/statistics/pages.ts';
import { postDraftRoutes } from '../social/posts/drafts/api.ts';
import { postDraftPages } from '../social/posts/drafts/pages.ts';
import { postLists } from '../social/posts/records/lists.ts';
import { articleLists, articleRoutes } from '../social/articles/api.ts';
import { articlePages } from '../social/articles/pages.ts';
import { editorPages } from '../social/articles/editor-pages.ts';
import { glossaryRoutes } from '../social/glossary/api.ts';
import { termEditingPages } from '../social/glossary/editing-pages.ts';
import { glossaryPages } from '../social/glossary/pages.ts';
import { pollRoutes, pollPages } from '../social/posts/polls/voting.ts';
import { savedLists, savedRoutes } from '../social/saved/api.ts';
import { savedPages } from '../social/saved/pages.ts';
import { draftRoutes } from '../social/drafts/api.ts';
import { draftPages } from '../social/drafts/pages.ts';
import { draftJobs } from '../social/drafts/publish-due.ts';
import { translationRoutes } from '../social/translation/api.ts';
import { translationPages } from '../social/translation/pages.ts';
import { commentRoutes } from '../social/comments/api.ts';
import { commentPages } from '../social/comments/pages.ts';
import { forumRoutes } from '../social/forums/api.ts';
import { forumPages } from '../social/forums/pages/pages.ts';
import { reactionRoutes } from '../social/reactions/api.ts';
import { reactionPages } from '../social/reactions/pages.ts';
import { questionLists, questionRoutes } from '../social/questions/api.ts';
import { questionPages } from '../social/questions/pages.ts';
import { questionDecidingPages, questionWritingPages } from '../social/questions/writing-pages.ts';
import { deletePagePicture, setPagePicture } from '../social/pages/editing.ts';
import { pagePostLists, pageRoutes } from '../social/pages/api.ts';
import { socialPages } from '../social/pages/pages.ts';
import { walletJobs } from '../social/wallet/balances.ts';
import { walletsPages } from '../social/wallet/operator/pages.ts';
import { walletPages } from '../social/wallet/pages.ts';
import { stripeRoutes } from '../social/wallet/stripe/receive-event.ts';
import { topUpPages } from '../social/wallet/top-ups/pages.ts';
import { planPages } from '../social/monetization/pages.ts';
import { planRoutes } from '../social/monetization/api.ts';
import { membershipJobs } from '../social/memberships/renewal.ts';
import { membershipPages } from '../social/memberships/pages.ts';
import { membershipRoutes } from '../social/memberships/api.ts';
import { trendingRoutes } from '../social/trending/api.ts';
import { trendingPages } from '../social/trending/pages.ts';
import { trendJobs } from '../social/trending/update-trends.ts';
import { feedLists, feedRoutes } from '../social/feed/api.ts';
import { composingPages } from '../social/feed/composing.ts';
import { digestJobs } from '../social/digest/digest.ts';
import { digestPages, digestRoutes } from '../social/digest/pages.ts';
import { feedPages } from '../social/feed/pages.ts';
import { hashtagPages, hashtagRoutes } from '../social/feed/tag-pages.ts';
import { peopleListRoutes } from '../social/feed/lists/api.ts';
import { peopleListPages } from '../social/feed/lists/pages.ts';
import { postPages } from '../social/feed/post-pages.ts';
import { feedJobs } from '../social/feed/fan-out.ts';
import { groupRoutes } from '../social/groups/api.ts';
import { groupJobs } from '../social/groups/jobs.ts';
import { groupNotificationJobs } from '../social/groups/notifications.ts';
import { groupPages } from '../social/groups/pages.ts';
import { plazaWebhooks } from '../social/webhooks/events.ts';
import { webhookPages } from '../identity/webhooks/webhook-pages/pages.ts';
import { webhookRoutes } from '../social/webhooks/api.ts';
import { webhookJobs } from '../social/webhooks/send-events.ts';
import { movingRoutes } from '../social/moving/api.ts';
import { movingJobs } from '../social/moving/jobs.ts';
import { movingPages } from '../social/moving/pages.ts';
import { answerJobs } from '../social/events/answers.ts';
import { eventRoutes } from '../social/events/api.ts';
import { eventPages } from '../social/events/pages.ts';
import { confirmationJobs } from '../social/events/tickets/confirmation.ts';
import { lostPlaceJobs } from '../social/events/tickets/lost-places.ts';
import { newsletterRoutes } from '../social/newsletters/api.ts';
import { issueJobs } from '../social/newsletters/sending.ts';
import { newsletterPages } from '../social/newsletters/pages.ts';
import { subscriberJobs } from '../social/newsletters/subscribers.ts';
import { trackingJobs } from '../social/newsletters/tracking.ts';
import { searchRoutes } from '../social/search/api.ts';
import { searchPages } from '../social/search/pages.ts';
import { searchJobs } from '../social/search/reindex-posts.ts';
import { appJobs } from '../social/apps/grants.ts';
import { oauthPages } from '../social/apps/pages.ts';
import { oauthRoutes } from '../social/apps/api.ts';
import { citationRoutes } from '../social/citations/api.ts';
import { languageModelPages } from '../social/citations/guide.ts';
import { discoveryPages, discoveryRoutes } from '../social/discovery.ts';
import { staticPages } from '../social/static-pages/pages.ts';
import { welcomePages } from '../social/app/welcome.ts';
import { contactPages } from '../social/contact/pages.ts';
import { crawlerPages } from '../social/crawlers/pages.ts';
import { visitJobs } from '../social/crawlers/visits.ts';
import { sitemapPages } from '../social/sitemaps.ts';
import { syndicationPages } from '../social/syndication/pages.ts';
import { liveJobs } from '../social/live/backlog.ts';
import { subscriptionJobs } from '../social/notifications/thread-subscriptions.ts';
import { previewJobs } from '../social/previews/fetching.ts';
import { publishArticleDraft } from '../social/articles/drafts.ts';
import type { SocialFeature } from '../social/lists/list.ts';
import { publishPostDraft } from '../social/posts/drafts/content.ts';

/** Plaza's features, in the order of its documents. */
export const socialFeatures: readonly SocialFeature[] = [
  {
    routes: appRoutes,
    pages: [...siteOperatorPages, ...offlinePages],
  },
  {
    routes: [...accountRoutes, ...recoveryRoutes, ...accountDeletionRoutes],
    pages: [...plazaSettingsPages, ...plazaDataPages],
    jobs: plazaDataJobs((app, accountId) =>
      [...agentFeatures, ...paidFeatures].flatMap(({ archive }) => archive?.(app, accountId) ?? []),
    ),
  },
  {
    routes: peopleRoutes,
    pages: peoplePages,
    lists: profileLists,
  },
  {
    routes: relationshipRoutes,
    lists: relationshipLists,
  },
  {
    routes: digestRoutes,
    pages: digestPages,
    jobs: digestJobs,
  },
  {
    routes: filterRoutes,
    pages: filterPages,
  },
  {
    lists: { new_people: listOfPeople((app, viewer, { offset }) => listNewPeople(app, viewer, offset)) },
  },
  {
    routes: [...notificationRoutes, ...pushRoutes],
    pages: [...notificationPages, ...pushPages],
    jobs: notificationJobs,
    lists: notificationLists,
  },
  {
    routes: reportRoutes,
    pages: reportPages,
  },
  {
    routes: appealRoutes,
    pages: appealPages,
  },
  { routes: trustRoutes, pages: trustPages },
  {
    routes: [...caseRoutes, ...registrationRoutes, ...teamDigestRoutes, ...domainBlockRoutes],
    pages: [...moderationPages, ...moderationListPages, ...teamDigestPages, ...domainBlockPages],
    jobs: [...moderationJobs, ...teamDigestJobs],
  },
  { routes: uploadRoutes({ set: setPagePicture, delete: deletePagePicture }), jobs: uploadJobs },
  {
    routes: chatRoutes,
    pages: chatPages,
    jobs: [previewMessageJob, removeMessageFiles, reindexMessagesJob, ...callJobs],
  },
  {
    routes: [...postRoutes, ...statisticsRoutes, ...postDraftRoutes],
    pages: [...postActPages, ...statisticsPages, ...postDraftPages],
    lists: postLists,
  },
  { routes: articleRoutes, pages: [...editorPages, ...articlePages], lists: articleLists },
  { routes: glossaryRoutes, pages: [...termEditingPages, ...glossaryPages] },
  { routes: pollRoutes, pages: pollPages },
  { routes: savedRoutes, pages: savedPages, lists: savedLists },
  {
    routes: draftRoutes,
    pages: draftPages,
    jobs: draftJobs({ post: publishPostDraft, article: publishArticleDraft }),
  },
  { routes: commentRoutes, pages: commentPages },
  { routes: translationRoutes, pages: translationPages },
  { routes: forumRoutes, pages: forumPages },
  { routes: reactionRoutes, pages: reactionPages },
  {
    routes: questionRoutes,
    pages: [...questionPages, ...questionWritingPages, ...questionDecidingPages],
    lists: questionLists,
  },
  {
    routes: pageRoutes,
    pages: socialPages,
    lists: pagePostLists,
  },
  { routes: groupRoutes, pages: groupPages, jobs: [...groupJobs, ...groupNotificationJobs] },
  {
    pages: [...walletPages, ...topUpPages, ...walletsPages],
    textRoutes: stripeRoutes,
    jobs: walletJobs,
  },
  { routes: planRoutes, pages: planPages },
  {
    routes: membershipRoutes,
    pages: membershipPages,
    jobs: membershipJobs,
  },
  { routes: trendingRoutes, pages: trendingPages, jobs: trendJobs },
  {
    routes: [...feedRoutes, ...hashtagRoutes, ...peopleListRoutes],
    pages: [...feedPages, ...hashtagPages, ...peopleListPages, ...composingPages, ...postPages],
    jobs: feedJobs,
    lists: feedLists,
  },
  { routes: eventRoutes, pages: eventPages, jobs: [...answerJobs, ...lostPlaceJobs, ...confirmationJobs] },
  { routes: movingRoutes, pages: movingPages, jobs: movingJobs },
  {
    routes: newsletterRoutes,
    pages: newsletterPages,
    jobs: [...issueJobs, ...subscriberJobs, ...trackingJobs],
  },
  { routes: searchRoutes, pages: searchPages, jobs: searchJobs },
  {
    bareRoutes: oauthRoutes,
    pages: oauthPages,
    jobs: appJobs,
  },
  { routes: webhookRoutes, pages: webhookPages(plazaWebhooks), jobs: webhookJobs },
  { bareRoutes: citationRoutes, pages: languageModelPages },
  { bareRoutes: discoveryRoutes, pages: discoveryPages },
  {
    pages: staticPages,
  },
  { pages: welcomePages },
  {
    pages: contactPages,
  },
  { pages: crawlerPages, jobs: visitJobs },
  { pages: sitemapPages },
  { pages: syndicationPages },
  {
    jobs: liveJobs,
  },
  { jobs: subscriptionJobs },
  { jobs: previewJobs },
];
