export { adviceOn, type Given } from './advice.js';
export { type CheckArgs, type CheckOptions, type CheckSetting, toCheckArgs } from './check-args.js';
export { judgeAnswers, reportLines, type Verdict } from './judge-answers.js';
export { isLoopback } from './loopback.js';
export { ADVICE, planChecks, type PlannedCheck, type PlannedPost, type PlanInput } from './plan-checks.js';
export type { Post, PostAnswer } from './post-answer.js';
export { ETA_FORMS } from './practice-event.js';
export { givenIn, type Moment, runChecks } from './run-checks.js';
export { oldSigning, type Signing, signedPost, WRONG_SECRET } from './signed-post.js';
