import { answerCalls } from './calls.ts';
import { text } from './page.ts';

/** A page to shorten as soon as the popup opens. */
export interface Pending {
  url: string;
}

chrome.runtime.onInstalled.addListener(({ reason }) => {
  chrome.contextMenus.removeAll(() => {
    for (const [context, title] of [
      ['page', text('shortenPage')],
      ['link', text('shortenLink')],
    ] as const)
      chrome.contextMenus.create({ id: context, title, contexts: [context] });
  });
  if (reason === 'install') void chrome.runtime.openOptionsPage();
});

chrome.contextMenus.onClicked.addListener(({ linkUrl, pageUrl }) => {
  const url = linkUrl ?? pageUrl;
  if (url) void shortenAtOnce(url);
});

chrome.commands.onCommand.addListener((command, tab) => {
  if (command === 'shorten' && tab?.url) void shortenAtOnce(tab.url);
});

answerCalls();

/** Opens the popup, where the link is copied. Browsers that open none get it as a window. */
async function shortenAtOnce(url: string): Promise<void> {
  const pending: Pending = { url };
  await chrome.storage.session.set({ pending });
  await chrome.action
    .openPopup()
    .catch(() => chrome.windows.create({ url: 'popup.html', type: 'popup', width: 400, height: 520 }));
}
