/** The front door of the slice. */
export { FeedbackModal } from './FeedbackModal';
