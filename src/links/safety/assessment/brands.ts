/** Brands that phishing imitates most often, as spelled in their domains. Operators can add more. */
export const wellKnown: readonly string[] = `
  adobe airbnb alibaba aliexpress amazon americanexpress apple bankofamerica barclays binance blockchain chase chatgpt
  citibank coinbase commerzbank dhl discord docusign dropbox ebay epicgames facebook fedex github gitlab gmail google
  hsbc icloud instagram klarna linkedin mastercard metamask microsoft netflix office365 onedrive openai opensea outlook
  paypal pinterest postbank reddit revolut roblox royalmail santander shopify snapchat sparkasse spotify
  steamcommunity steampowered stripe telegram tiktok twitch twitter usps walmart wellsfargo whatsapp wordpress
  youtube
  `
  .trim()
  .split(/\s+/);
