/** Programs that draw a card of a page where its address is shared. Search engines are none: they want the page itself. */
const names = new RegExp(
  'facebookexternalhit|facebot|facebookcatalog|twitterbot|linkedinbot|slackbot|slack-imgproxy|discordbot|whatsapp|' +
    'telegrambot|pinterest|redditbot|skypeuripreview|microsoftpreview|vkshare|viber|mastodon|bluesky|cardyb|' +
    'embedly|iframely|snapchat|tumblr|flipboard|bitlybot|line-poker|synapse|nextcloud|zulip|mattermost|rocket\\.chat',
  'i',
);

/** By the User-Agent header, of one that is known to be a program. */
export const isPreviewer = (userAgent: string): boolean => names.test(userAgent);
