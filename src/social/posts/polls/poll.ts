/** A poll as one viewer sees it. */
export interface Poll {
  options: PollOption[];
  /** Number of people who voted. */
  voters: number;
  isMultiple: boolean;
  /** Whether voters can change their vote until the poll ends. */
  isChangeable: boolean;
  endsAt: Date;
  hasEnded: boolean;
  /** Positions of the viewer's chosen options. */
  mine: number[];
  /** Whether to show results: the viewer has voted, or the poll has ended. */
  showsResults: boolean;
}

export interface PollOption {
  /** Starts at 1. */
  position: number;
  text: string;
  votes: number;
}

/** A new poll. */
export interface NewPoll {
  options: readonly string[];
  isMultiple: boolean;
  isChangeable: boolean;
  /** Duration from publication. */
  minutes: number;
}
