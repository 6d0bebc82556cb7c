// What a user of the client by OpenAPI Generator does.
use openapi::apis::auth_api::{AuthApi, AuthApiClient, SignInParams};
use openapi::apis::configuration::Configuration;
use openapi::apis::countries_api::{
    AddCountrySourcesParams, CountriesApi, CountriesApiClient, CreateCountryParams, GetCountryError, GetCountryParams, ListCountriesParams,
};
use openapi::apis::documents_api::{DocumentsApi, DocumentsApiClient, ListDocumentsParams};
use openapi::apis::downloads_api::{DownloadStreamParams, DownloadsApi, DownloadsApiClient};
use openapi::apis::streams_api::{StreamsApi, StreamsApiClient, UploadStreamParams};
use openapi::apis::Error;
use openapi::models::{self, countries_create_data, sources_link_input, ObjectsIncludedResource};
use std::env::var;
use std::sync::Arc;

type Anything = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Anything> {
    let mut configuration = Configuration { base_path: var("SERVICE_URL")?, ..Default::default() };
    let mut credentials = models::SignInBody::new();
    credentials.username = Some(var("SERVICE_USERNAME")?);
    credentials.password = Some(var("SERVICE_PASSWORD")?);
    let signed_in = AuthApiClient::new(Arc::new(configuration.clone()))
        .sign_in(SignInParams::builder().sign_in_body(credentials).build())
        .await?;
    configuration.bearer_access_token = Some(signed_in.meta.jwt);
    let configuration = Arc::new(configuration);
    let countries = CountriesApiClient::new(configuration.clone());

    let listed = ListCountriesParams::builder().filter_left_square_bracket_iso_code_right_square_bracket("C001".into()).build();
    let found = countries.list_countries(listed).await?;
    assert_eq!(found.data[0].attributes.iso_code.as_deref(), Some("C001"));

    let mut attributes = models::CountriesCreateAttributes::new("RS".into());
    attributes.population = Some(Some(7));
    let data = models::CountriesCreateData::new(countries_create_data::Type::Countries, attributes);
    let body = models::CountriesCreateBody::new(data);
    let created = countries.create_country(CreateCountryParams::builder().countries_create_body(body).build()).await?;
    assert_eq!(created.data.attributes.population, Some(Some(7)));

    let documents = DocumentsApiClient::new(configuration.clone()).list_documents(ListDocumentsParams::builder().build()).await?;
    let link = models::SourcesLinkInput::new(documents.data[0].id.clone(), sources_link_input::Type::Documents);
    let added = AddCountrySourcesParams::builder()
        .object_id(created.data.id.clone())
        .sources_links_body(models::SourcesLinksBody::new(vec![link]))
        .build();
    countries.add_country_sources(added).await?;

    let absent = GetCountryParams::builder().object_id("no-such-country".into()).build();
    match countries.get_country(absent).await {
        Err(Error::ResponseError(refusal)) => match refusal.entity {
            Some(GetCountryError::DefaultResponse(answer)) => {
                assert_eq!(answer.error.code, models::ErrorCode::NotFound)
            }
            other => panic!("not as expected: {other:?}"),
        },
        other => panic!("not refused: {other:?}"),
    }

    let known = [("files", files(configuration).await), ("unions", unions(&countries).await)];
    let failed = known.iter().filter_map(|(name, result)| result.as_ref().err().map(|error| format!("{name}: {error}")));
    let failed: Vec<String> = failed.collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ").into()) }
}

async fn files(configuration: Arc<Configuration>) -> Result<(), Anything> {
    let sent: Vec<u8> = (0..=255).collect();
    std::fs::write("bytes.bin", &sent)?;
    let upload = UploadStreamParams::builder().file_name("bytes.bin".into()).body("bytes.bin".into()).build();
    let stream = StreamsApiClient::new(configuration.clone()).upload_stream(upload).await?.data;
    // Or else the name alone, sent there and back, leads to it.
    std::fs::remove_file("bytes.bin")?;
    let which = DownloadStreamParams::builder().stream_id(stream.id.to_string()).build();
    let back = DownloadsApiClient::new(configuration).download_stream(which).await?;
    if std::fs::read(back)? == sent { Ok(()) } else { Err("not the bytes that were sent".into()) }
}

async fn unions(countries: &CountriesApiClient) -> Result<(), Anything> {
    let listed = ListCountriesParams::builder()
        .filter_left_square_bracket_iso_code_right_square_bracket("C001".into())
        .include("sources".into())
        .build();
    let included = countries.list_countries(listed).await?.included.unwrap_or_default();
    let is_document = |one: &ObjectsIncludedResource| matches!(one, ObjectsIncludedResource::Documents(_));
    if included.iter().any(is_document) { Ok(()) } else { Err("no document".into()) }
}
