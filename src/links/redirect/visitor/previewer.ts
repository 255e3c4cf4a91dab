/** Crawlers for link previews. Excludes search engines, which need the page itself. */
const names = new RegExp(
  'facebookexternalhit|facebot|facebookcatalog|twitterbot|linkedinbot|slackbot|slack-imgproxy|discordbot|whatsapp|' +
    'telegrambot|pinterest|redditbot|skypeuripreview|microsoftpreview|vkshare|viber|mastodon|bluesky|cardyb|' +
    'embedly|iframely|snapchat|tumblr|flipboard|bitlybot|line-poker|synapse|nextcloud|zulip|mattermost|rocket\\.chat',
  'i',
);

/** Whether the User-Agent header of a bot belongs to a link preview crawler. */
export const isPreviewer = (userAgent: string): boolean => names.test(userAgent);
