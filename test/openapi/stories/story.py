# Tells the story of a brand with the Python client of openapi-generator. Its argument is the base URL of a stage.
import sys
import uuid

import openapi_client as api
from openapi_client.exceptions import NotFoundException

run = uuid.uuid4().hex[:8]
configuration = api.Configuration(host=sys.argv[1])
client = api.ApiClient(configuration)
login = api.AuthApi(client).auth_login(api.Credentials(email="admin@growth.test", password="local-demo-password"))
configuration.access_token = login.data.access_token

creator = api.AffiliatesApi(client).affiliates_invite(
    api.Invitation(email=f"{run}@example.test", tracking_code=f"py-{run}", metadata={"shop": "berlin"})
)
assert creator.data.metadata == {"shop": "berlin"}
api.AffiliatesApi(client).affiliates_update(creator.data.id, api.AffiliateChanges(status="active"))

order = api.ConversionInput(
    order_id=api.ConversionInputOrderId(f"py-{run}"),
    amount=api.ConversionInputAmount(49.9),
    tracking_code=f"py-{run}",
)
preview = api.ConversionsApi(client).conversions_create(order, dry_run=True)
assert preview.data.dry_run is True
recorded = api.ConversionsApi(client).conversions_create(order)
assert recorded.data.affiliate_id == creator.data.id
again = api.ConversionsApi(client).conversions_create(order)
assert again.data.id == recorded.data.id

commission = api.CommissionsApi(client).commissions_get(recorded.data.commission_id)
assert commission.data.status == "pending"
assert len(api.EventsApi(client).events_list(limit=5).data) == 5

try:
    api.AffiliatesApi(client).affiliates_get("aff_01JD0000000000000000000000")
    raise AssertionError("An unknown creator was found")
except NotFoundException as error:
    assert error.data.code == "affiliate_not_found"

# A client survives a code and a field that the service does not have yet.
later = api.ServiceError.from_dict(
    {"statusCode": 409, "message": "…", "error": "Conflict", "code": "a_new_code", "aNewField": 1}
)
assert later.code == "a_new_code"
print("The Python client told its story.")
