/** A question with choices, as one viewer sees it. */
export interface Poll {
  options: PollOption[];
  /** People who have voted. */
  voters: number;
  isMultiple: boolean;
  /** Whether one who has voted may think again, until it ends. */
  isChangeable: boolean;
  endsAt: Date;
  hasEnded: boolean;
  /** Positions of what the viewer chose. */
  mine: number[];
  /** Results are for those who have voted, and for all once it has ended. */
  showsResults: boolean;
}

export interface PollOption {
  /** From 1 on. */
  position: number;
  text: string;
  votes: number;
}

/** A poll as it is asked. */
export interface NewPoll {
  options: readonly string[];
  isMultiple: boolean;
  isChangeable: boolean;
  /** From when it is published until it ends. */
  minutes: number;
}
