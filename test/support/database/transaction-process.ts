// A process that begins a transaction, changes one row in it, and then stops.
import { connect } from '../../../core/store/connection/connect.ts';

const { client, db } = await connect(process.env['MONGODB_URI'] ?? '');
const session = client.startSession();
session.startTransaction();
await db.collection<{ _id: number }>('rows').updateOne({ _id: 1 }, { $inc: { count: 1 } }, { session });
console.log('open');
setInterval(() => undefined, 60_000);
