/** Answers that are old after something happened to an order: its own, lists, and the stock behind it. */
import { listAllVariants } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/orders/contract';

export const changedByOrder = [
  contract.readOrder,
  contract.listMoves,
  contract.readHistory,
  contract.listComments,
  contract.listOrders,
  contract.countOrders,
  contract.listMyOrders,
  contract.countMyOrders,
  listAllVariants,
];
