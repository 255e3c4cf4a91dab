import { t } from '../translate.ts';

/** Another participant of a call, as returned by the API. */
export interface Participant {
  user: { user_id: string; user_firstname: string; user_fullname: string; user_picture: string } | null;
  state: string;
  device: string;
}

export interface CallState {
  call_id: string;
  conversation_id: string;
  type: 'audio' | 'video';
  is_group: boolean;
  is_outgoing: boolean;
  state: string;
  device: string;
  name: string;
  answered_time: string;
  ended_time: string;
  duration: number;
  user: Participant['user'];
  caller: Participant['user'];
  participants: Participant[];
}

export interface Joined {
  call: CallState;
  ice_servers: RTCIceServer[];
  pulse_seconds: number;
}

/** An API error with its status, or 0 if the server could not be reached. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the API with the session of the page. */
export async function askApi<T>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  keepalive = false,
): Promise<T> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' };
  const init = { method, headers, keepalive, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`/apis/php/chat/${path}`, init).catch(() => undefined);
  if (!answer) throw new Refusal(0, t`No connection`);
  const text = await answer.text();
  const { message, data } = JSON.parse(text.startsWith('{') ? text : '{}') as { message?: string; data?: T };
  if (!answer.ok) throw new Refusal(answer.status, message ?? t`Something went wrong`);
  return data as T;
}
