import { callPages } from './pages/call-pages.ts';
import { conversationPages } from './pages/conversation-pages.ts';
import { groupPages } from './pages/group-pages.ts';
import { messagePages } from './pages/message-pages.ts';
import { searchPages } from './pages/search-pages.ts';

export const chatPages = [...callPages, ...groupPages, ...searchPages, ...conversationPages, ...messagePages];
