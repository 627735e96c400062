// Names the attribute of a creator whom the undo of an import is about to delete. Nothing may be added to the creator meanwhile.
export const removalMark = 'isBeingRemoved';
export const notBeingRemoved = `attribute_not_exists(#${removalMark})`;

export const isBeingRemoved = (creator: Readonly<Record<string, unknown>> | undefined): boolean =>
  creator?.[removalMark] === true;
