/** The front door of the slice. Never imported by a dynamic import(): all of it would come with the first load. */
export { joinName, splitName } from './full-name';
export { LazyMarkdown } from './LazyMarkdown';
export { MarkdownField } from './MarkdownField';
export { PausedBadge, PausedNotice, TakesNoOrders } from './Paused';
export { showcasePart } from './panels';
export { PictureField } from './picture/PictureField';
export { SettingsTabs } from './SettingsTabs';
export { TaxCodeField } from './TaxCodeField';
export { Invitations, useInvitations } from './team/Invitations';
export { InviteModal } from './team/InviteModal';
export { useManagers } from './team/managers';
export { TeamTabs } from './team/TeamTabs';
export { teamTab } from './team/tab';
