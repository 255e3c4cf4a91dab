/** How many rows of the specification's table are still missing. It may only be lowered. */
export const mostNotBuilt = 19;

/** Rows of the specification's table that nobody has built yet. Strike a row off when its endpoint is mounted. */
export const notBuiltYet: readonly string[] = [
  'social GET /apis/php/chat/conversations',
  'social GET /apis/php/chat/conversation',
  'social DELETE /apis/php/chat/conversation/{id}',
  'social GET /apis/php/chat/messages',
  'social POST /apis/php/chat/message',
  'social DELETE /apis/php/chat/message/{id}',
  'social POST /apis/php/chat/actions/typing',
  'social POST /apis/php/chat/actions/seen',
  'social POST /apis/php/chat/actions/leave',
  'social POST /apis/php/chat/reactions/react',
  'social GET /apis/php/chat/reactions/who_reacts',
  'social GET /apis/php/chat/calls',
  'social GET /apis/php/chat/contacts',
  'social GET /apis/php/monetization/monetization_plans',
  'social POST /apis/php/monetization/monetization_plans',
  'social GET /apis/php/monetization/monetization_plans/{id}',
  'social PUT /apis/php/monetization/monetization_plans/{id}',
  'social DELETE /apis/php/monetization/monetization_plans/{id}',
  'social GET /api/audit',
];
